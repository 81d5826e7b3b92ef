import { useState } from "react";
import { ToastViewport } from "~/ui/overlay/toast-viewport";
import type { PublicBusiness } from "./business";
import { CookieSettings } from "./cookies";
import { SiteFooter } from "./site-footer";
import { ThumbBar } from "./thumb-bar";
import { WhatsappButton } from "./whatsapp-button";

interface FrameEndProps {
  business: PublicBusiness;
  year: number;
  /** Absent: there is no Google Analytics, and nothing to consent to. */
  gaMeasurementId: string | null;
}

/** What stands below and above every page. */
export function FrameEnd({ business, year, gaMeasurementId }: FrameEndProps) {
  const [settingsOpen, setSettingsOpen] = useState(false);
  return (
    <>
      <SiteFooter business={business} year={year} onCookieSettings={() => setSettingsOpen(true)} />
      <ThumbBar business={business} />
      <WhatsappButton business={business} />
      <CookieSettings
        open={settingsOpen}
        optional={gaMeasurementId !== null}
        onClose={() => setSettingsOpen(false)}
      />
      <ToastViewport className="bottom-[calc(var(--bottom-bar)+0.75rem)] md:bottom-24" />
    </>
  );
}
