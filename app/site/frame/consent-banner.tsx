import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { decideConsent } from "./consent";

/**
 * Consent banner, shown once without covering the page. Refusing is as easy as accepting, and no answer means
 * no (UAE PDPL).
 */
export function ConsentBanner() {
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
      <ConsentDecision />
    </section>
  );
}

export function ConsentDecision() {
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button tone="quiet" className="px-3!" onClick={() => decideConsent(false)}>
        {m.site_consent_refuse()}
      </Button>
      <Button tone="quiet" className="px-3!" onClick={() => decideConsent(true)}>
        {m.site_consent_allow()}
      </Button>
    </div>
  );
}
