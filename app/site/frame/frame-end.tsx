import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { watchPage, watchVisit } from "~/features/analytics/watch-page";
import { callHref } from "~/platform/text/contact-links";
import { ToastViewport } from "~/ui/overlay/toast-viewport";
import type { PublicBusiness } from "./business";
import { ConsentBanner, CookieSettings, useConsent } from "./cookies";
import { SiteFooter } from "./site-footer";
import { ThumbBar } from "./thumb-bar";
import { WhatsappButton } from "./whatsapp-button";

interface FrameEndProps {
  business: PublicBusiness;
  year: number;
  /** Absent: there is no Google Analytics, and nothing to consent to. */
  gaMeasurementId: string | null;
}

/** What stands below and above every page; its code comes late, so what a visitor does is watched from then on. */
export function FrameEnd({ business, year, gaMeasurementId }: FrameEndProps) {
  const [settingsOpen, setSettingsOpen] = useState(false);
  const { consent, asking, decide } = useConsent(gaMeasurementId);
  const emergencyHref = callHref(business.emergencyPhone);
  const { pathname } = useLocation();
  useEffect(() => watchVisit({ emergencyHref }), [emergencyHref]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page.
  useEffect(watchPage, [pathname]);

  return (
    <>
      <SiteFooter business={business} year={year} onCookieSettings={() => setSettingsOpen(true)} />
      <ThumbBar business={business} />
      <WhatsappButton business={business} />
      {asking && <ConsentBanner onDecide={decide} />}
      <CookieSettings
        open={settingsOpen}
        consent={consent}
        optional={gaMeasurementId !== null}
        onDecide={decide}
        onClose={() => setSettingsOpen(false)}
      />
      <ToastViewport className="bottom-[calc(var(--bottom-bar)+0.75rem)] md:bottom-24" />
    </>
  );
}
