import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { Dialog } from "~/ui/overlay/dialog";
import { useConsent } from "./consent";
import { ConsentDecision } from "./consent-banner";

interface CookieSettingsProps {
  open: boolean;
  /** True if there are optional cookies to decide on. */
  optional: boolean;
  onClose: () => void;
}

/** Lists stored browser data with its purpose, and lets the visitor change the consent. */
export function CookieSettings({ open, optional, onClose }: CookieSettingsProps) {
  const consent = useConsent();
  return (
    <Dialog open={open} onClose={onClose} title={m.site_cookie_settings()}>
      <Kind title={m.site_cookies_needed_title()} text={m.site_cookies_needed()} />
      <Kind title={m.site_cookies_count_title()} text={m.site_cookies_count()} />
      {optional && (
        <>
          <Kind title={m.site_cookies_google_title()} text={m.site_cookies_google()} />
          <p role="status" className="text-sm font-medium">
            {consent === null || consent === "unread"
              ? m.site_cookies_undecided()
              : consent.analytics
                ? m.site_cookies_allowed({ time: formatTime(consent.at, "dateTime") })
                : m.site_cookies_refused({ time: formatTime(consent.at, "dateTime") })}
          </p>
          <ConsentDecision />
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
