import { useEffect } from "react";
import { useLocation } from "react-router";
import { startGoogleAnalytics } from "~/features/website/web-tracking/google-analytics";
import { trackPage, trackVisit } from "~/features/website/web-tracking/track-page";
import { callHref } from "~/platform/text/contact-links";
import { useConsent } from "./consent";
import { ConsentBanner } from "./consent-banner";

interface VisitTrackingProps {
  /** E.164, such as +97145550199. */
  emergencyPhone: string;
  /** Null without Google Analytics; then no consent is needed. */
  gaMeasurementId: string | null;
}

/** Counts visits and actions on our pages once its code has loaded. */
export function VisitTracking({ emergencyPhone, gaMeasurementId }: VisitTrackingProps) {
  const emergencyHref = callHref(emergencyPhone);
  const { pathname } = useLocation();
  useEffect(() => trackVisit({ emergencyHref }), [emergencyHref]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page.
  useEffect(trackPage, [pathname]);
  return gaMeasurementId && <GoogleAnalytics id={gaMeasurementId} />;
}

/** Runs Google Analytics only while the visitor's consent holds. */
function GoogleAnalytics({ id }: { id: string }) {
  const consent = useConsent();
  const allowed = consent !== "unread" && consent?.analytics === true;
  useEffect(() => {
    if (allowed) return startGoogleAnalytics(id);
  }, [id, allowed]);
  return consent === null && <ConsentBanner />;
}
