import { lazyIsland } from "~/ui/screen/lazy-island";
import type { VisitorTerms } from "../../../../core/business/settings";

/** Lazy island (see deferred-booking-form.tsx). */
export const DeferredVisitOverview = lazyIsland<{ terms: VisitorTerms }>(
  async () => (await import("./visit-overview")).VisitOverview,
  { fallback: null },
);
