import { useEffect, useState } from "react";
import { type Consent, readConsent, saveConsent } from "~/features/analytics/consent";
import { startGoogleAnalytics } from "~/features/analytics/google-analytics";
import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/overlay/dialog";

/**
 * What the visitor said about analytics tags: "unread" until their browser was looked into, null when they have not
 * been asked. While they say yes, and only then, Google Analytics runs.
 */
export function useConsent(gaMeasurementId: string | null) {
  const [consent, setConsent] = useState<Consent | null | "unread">("unread");
  useEffect(() => setConsent(readConsent()), []);
  const analytics = consent !== "unread" && consent?.analytics === true;
  useEffect(() => {
    if (gaMeasurementId && analytics) return startGoogleAnalytics(gaMeasurementId);
  }, [gaMeasurementId, analytics]);
  return {
    consent: consent === "unread" ? null : consent,
    asking: gaMeasurementId !== null && consent === null,
    decide: (analytics: boolean) => setConsent(saveConsent(analytics)),
  };
}

/** The question, asked once and without getting in the way: no is as near as yes, and waiting is no. */
export function ConsentBanner({ onDecide }: { onDecide: (analytics: boolean) => void }) {
  return (
    <section
      aria-labelledby="consent-title"
      data-consent=""
      className="toast-enter fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-40 flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 shadow-raised md:inset-x-auto md:start-6 md:bottom-6 md:w-96 md:p-5"
    >
      <h2 id="consent-title" className="text-base">
        {m.site_consent_title()}
      </h2>
      <p className="text-sm text-muted">{m.site_consent_text()}</p>
      <Decision onDecide={onDecide} />
    </section>
  );
}

interface CookieSettingsProps {
  open: boolean;
  consent: Consent | null;
  /** Whether there is anything to decide. */
  optional: boolean;
  onDecide: (analytics: boolean) => void;
  onClose: () => void;
}

/** What is stored in the visitor's browser and why, and their word on it, to be changed at any time. */
export function CookieSettings({ open, consent, optional, onDecide, onClose }: CookieSettingsProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.site_cookie_settings()}>
      <Kind title={m.site_cookies_needed_title()} text={m.site_cookies_needed()} />
      <Kind title={m.site_cookies_count_title()} text={m.site_cookies_count()} />
      {optional && (
        <>
          <Kind title={m.site_cookies_google_title()} text={m.site_cookies_google()} />
          <p role="status" className="text-sm font-medium">
            {consent === null
              ? m.site_cookies_undecided()
              : consent.analytics
                ? m.site_cookies_allowed({ time: formatTime(consent.at, "dateTime") })
                : m.site_cookies_refused({ time: formatTime(consent.at, "dateTime") })}
          </p>
          <Decision onDecide={onDecide} />
        </>
      )}
    </Dialog>
  );
}

function Kind({ title, text }: { title: string; text: string }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-base">{title}</h3>
      <p className="text-sm text-muted">{text}</p>
    </div>
  );
}

function Decision({ onDecide }: { onDecide: (analytics: boolean) => void }) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button tone="quiet" className="px-3!" onClick={() => onDecide(false)}>
        {m.site_consent_refuse()}
      </Button>
      <Button tone="quiet" className="px-3!" onClick={() => onDecide(true)}>
        {m.site_consent_allow()}
      </Button>
    </div>
  );
}
