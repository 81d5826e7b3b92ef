import { useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { formatTime } from "~/platform/time";
import { CheckLine } from "~/ui/form/check-line";
import { notices } from "~/ui/overlay/toast-store";
import { ownVisits } from "../client";

interface WebsiteConsentProps {
  /** ISO 8601; null without consent. */
  consentAt: string | null;
  online: boolean;
  onChanged: () => void;
}

/** Consent of the technician to appear on the website; off by default. */
export function WebsiteConsent({ consentAt, online, onChanged }: WebsiteConsentProps) {
  const [saving, setSaving] = useState<boolean | null>(null);

  async function choose(agreed: boolean) {
    setSaving(agreed);
    try {
      await ownVisits.send("/technician/website-profile", { agreed });
      onChanged();
    } catch (error) {
      const title = error instanceof HttpError ? error.message : m.technician_website_failed();
      notices.show({ title, tone: "error" });
    } finally {
      setSaving(null);
    }
  }

  return (
    <CheckLine
      hint={
        consentAt
          ? m.technician_website_agreed({ day: formatTime(consentAt, "fullDate") })
          : m.technician_website_hint()
      }
      checked={saving ?? consentAt !== null}
      disabled={saving !== null || !online}
      onChange={choose}
      className="font-medium"
    >
      {m.technician_website()}
    </CheckLine>
  );
}
