import { Outlet } from "react-router";
import { pageCtx } from "~/context.server";
import { getBusiness } from "~/features/catalogue/queries.server";
import { dubaiDate } from "~/platform/time";
import { ToastViewport } from "~/ui/toast-viewport";
import type { Route } from "./+types/site-layout";
import type { PublicBusiness } from "./business";
import { SiteFooter } from "./site-footer";
import { SiteNav } from "./site-nav";
import { SkipLinks } from "./skip-links";
import { ThumbBar } from "./thumb-bar";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const { name, tagline, phone, emergencyPhone, whatsapp, email, address, serviceArea, instagram } =
    await getBusiness(ctx);
  const business: PublicBusiness = {
    name,
    tagline,
    phone,
    emergencyPhone,
    whatsapp,
    email,
    address,
    serviceArea,
    instagram,
  };
  return { business, publicUrl: ctx.publicUrl, year: Number(dubaiDate(ctx.now).slice(0, 4)) };
}

/** The business does not change while somebody looks around. */
export function shouldRevalidate() {
  return false;
}

/** The frame of every visitor page. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const { business, year } = loaderData;
  return (
    <>
      <SkipLinks />
      <SiteNav business={business} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter business={business} year={year} />
      <ThumbBar business={business} />
      <ToastViewport />
    </>
  );
}
