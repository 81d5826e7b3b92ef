import { useEffect } from "react";
import { useLocation } from "react-router";
import { startGoogleAnalytics } from "~/features/web-tracking/google-analytics";
import { watchPage, watchVisit } from "~/features/web-tracking/watch-page";
import { callHref } from "~/platform/text/contact-links";
import { useConsent } from "./consent";
import { ConsentBanner } from "./consent-banner";

interface WatchingProps {
  /** As +971… */
  emergencyPhone: string;
  /** Absent: there is no Google Analytics, and nothing to consent to. */
  gaMeasurementId: string | null;
}

/** Counts what a visitor does on our pages, from when its code is there. */
export function Watching({ emergencyPhone, gaMeasurementId }: WatchingProps) {
  const emergencyHref = callHref(emergencyPhone);
  const { pathname } = useLocation();
  useEffect(() => watchVisit({ emergencyHref }), [emergencyHref]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page.
  useEffect(watchPage, [pathname]);
  return gaMeasurementId && <GoogleAnalytics id={gaMeasurementId} />;
}

/** Asks, once; while the visitor says yes, and only then, Google Analytics runs. */
function GoogleAnalytics({ id }: { id: string }) {
  const consent = useConsent();
  const allowed = consent !== "unread" && consent?.analytics === true;
  useEffect(() => {
    if (allowed) return startGoogleAnalytics(id);
  }, [id, allowed]);
  return consent === null && <ConsentBanner />;
}
