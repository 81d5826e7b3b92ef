import { useState } from "react";
import { ToastViewport } from "~/ui/overlay/toast-viewport";
import type { PublicBusiness } from "./business";
import { CookieSettings } from "./cookies";
import { SiteFooter } from "./site-footer";
import { ThumbBar } from "./thumb-bar";
import { WhatsappButton } from "./whatsapp-button";

interface SiteBottomProps {
  business: PublicBusiness;
  year: number;
  /** Null without Google Analytics; then no consent is needed. */
  gaMeasurementId: string | null;
}

/** Footer region: footer, copyright line, chat button, cookie banner, toasts. */
export function SiteBottom({ business, year, gaMeasurementId }: SiteBottomProps) {
  const [settingsOpen, setSettingsOpen] = useState(false);
  return (
    <>
      <SiteFooter business={business} year={year} onCookieSettings={() => setSettingsOpen(true)} />
      <ThumbBar business={business} />
      {business.whatsapp && <WhatsappButton business={business} />}
      <CookieSettings
        open={settingsOpen}
        optional={gaMeasurementId !== null}
        onClose={() => setSettingsOpen(false)}
      />
      <ToastViewport className="bottom-[calc(var(--bottom-bar)+0.75rem)] md:bottom-24" />
    </>
  );
}
