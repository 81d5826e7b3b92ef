import { useEffect } from "react";
import { Outlet } from "react-router";
import { getBookingTerms, getBusiness, getVatPercent } from "~/features/core/business/queries.server";
import { listServices } from "~/features/core/catalogue/queries.server";
import { describePageLanguages } from "~/platform/locale/language-names";
import { localPath } from "~/platform/locale/locale";
import { dubaiDate } from "~/platform/time";
import { pageCtx } from "~/server/context.server";
import { notices, passingNotices } from "~/ui/overlay/toast-store";
import { lazyIsland, signalInteraction } from "~/ui/screen/lazy-island";
import type { Route } from "./+types/site-layout";
import type { NavService, PublicBusiness } from "./business";
import { restoreChatSize } from "./chat-size";
import { SiteNav } from "./site-nav";
import { SkipLinks } from "./skip-links";

const SiteBottom = lazyIsland(() => import("./site-bottom").then(({ SiteBottom }) => SiteBottom), {
  fallback: null,
  trigger: "interaction",
});
const VisitTracking = lazyIsland(
  () => import("./visit-tracking").then(({ VisitTracking }) => VisitTracking),
  {
    fallback: null,
    trigger: "after-paint",
  },
);

export function links() {
  return [{ rel: "manifest", href: localPath("/manifest.webmanifest") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const {
    name,
    tagline,
    projects,
    experience,
    phone,
    emergencyPhone,
    whatsapp,
    email,
    address,
    serviceArea,
    instagram,
    licence,
    logo,
  } = await getBusiness(ctx);
  const business: PublicBusiness = {
    name,
    tagline,
    projects,
    experience,
    phone,
    emergencyPhone,
    whatsapp,
    email,
    address,
    serviceArea,
    instagram,
    licence,
    logo,
  };
  const services: NavService[] = (await listServices(ctx))
    .filter(({ page }) => page)
    .map(({ id, name }) => ({ id, name }));
  const { contactMinutes, contactRuns, cutOffHours } = await getBookingTerms(ctx);
  const { gaMeasurementId } = ctx.browser;
  return {
    business,
    terms: { contactMinutes, contactRuns, cutOffHours, textChannels: ctx.textChannels },
    services,
    vatPercent: await getVatPercent(ctx),
    gaMeasurementId,
    publicUrl: ctx.publicUrl,
    languages: describePageLanguages(ctx.languages),
    year: Number(dubaiDate(ctx.now).slice(0, 4)),
  };
}

/** The business facts stay constant during a visit. */
export function shouldRevalidate() {
  return false;
}

/**
 * Shows pending notices at once, for instance after an emailed link was opened, without waiting for an
 * interaction.
 */
function loadScriptsForNotices() {
  const stores = [notices, passingNotices];
  if (stores.some((store) => store.list().length > 0)) signalInteraction();
  const stops = stores.map((store) => store.subscribe(signalInteraction));
  return () => {
    for (const stop of stops) stop();
  };
}

/** Frame of every visitor page. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const { business, services, year, gaMeasurementId } = loaderData;
  useEffect(restoreChatSize, []);
  useEffect(loadScriptsForNotices, []);
  return (
    <>
      <SkipLinks />
      <SiteNav business={business} services={services} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteBottom business={business} year={year} gaMeasurementId={gaMeasurementId} />
      <VisitTracking emergencyPhone={business.emergencyPhone} gaMeasurementId={gaMeasurementId} />
    </>
  );
}
