import { lazyIsland } from "~/ui/screen/lazy-island";
import type { VisitorTerms } from "../../../business/settings";

/** Its words come with the page, its code as the booking form's does (deferred-booking-form.tsx). */
export const DeferredVisitOverview = lazyIsland<{ terms: VisitorTerms }>(
  async () => (await import("./visit-overview")).VisitOverview,
  { fallback: null },
);
