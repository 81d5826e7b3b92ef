import { useId, useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { HttpError } from "~/platform/browser/http-client";
import { formatTime } from "~/platform/time";
import { notices } from "~/ui/overlay/toast-store";
import { setMarketing, setWeeklySummary } from "../client";
import type { ProfileView } from "../views";
import { keepProfile } from "./keep-profile";
import { SettingsSection } from "./settings-section";

/** What may be mailed: about bookings always, news only on request. */
export function Notifications({ profile }: { profile: ProfileView }) {
  const [saving, setSaving] = useState<"marketing" | "summary" | null>(null);
  const seesFigures = useMay("analytics.read");
  const { marketing, marketingChangedAt, weeklySummary } = profile;

  async function choose(what: "marketing" | "summary", wanted: boolean) {
    setSaving(what);
    try {
      keepProfile(await (what === "marketing" ? setMarketing : setWeeklySummary)(wanted));
    } catch (error) {
      const title = error instanceof HttpError ? error.message : m.common_unexpected_answer();
      notices.show({ title, tone: "error" });
    } finally {
      setSaving(null);
    }
  }

  return (
    <SettingsSection id="notifications" title={m.account_notifications()}>
      <Choice
        label={m.account_service_messages()}
        hint={m.account_service_messages_hint()}
        checked
        disabled
      />
      <Choice
        label={m.account_marketing()}
        hint={
          marketing && marketingChangedAt
            ? m.account_marketing_since({ date: formatTime(marketingChangedAt, "date") })
            : m.account_marketing_hint()
        }
        checked={saving === "marketing" ? !marketing : marketing}
        disabled={saving !== null}
        onChange={(wanted) => choose("marketing", wanted)}
      />
      {seesFigures && (
        <Choice
          label={m.account_weekly_summary()}
          hint={m.account_weekly_summary_hint()}
          checked={saving === "summary" ? !weeklySummary : weeklySummary}
          disabled={saving !== null}
          onChange={(wanted) => choose("summary", wanted)}
        />
      )}
    </SettingsSection>
  );
}

interface ChoiceProps {
  label: string;
  hint: string;
  checked: boolean;
  disabled?: boolean;
  onChange?: (checked: boolean) => void;
}

function Choice({ label, hint, checked, disabled, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange?.(event.target.checked)}
        aria-describedby={`${id}-hint`}
        className="mt-0.5 size-6 shrink-0 accent-action"
      />
      <div className="flex flex-col gap-0.5">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      </div>
    </div>
  );
}
