import { getBusiness } from "~/features/core/business/queries.server";
import { m } from "~/paraglide/messages";
import { iconPath } from "~/platform/files/logo";
import { sharedPage } from "~/platform/pages/shared-page";
import { respondWithWebManifest } from "~/platform/pages/web-manifest";
import { pageCtx } from "~/server/context.server";
import type { Route } from "./+types/web-manifest";

export const handle = sharedPage;

/** `technician.webmanifest`: installs the technician's page as an app on the home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { name, logo } = await getBusiness(context.get(pageCtx)!);
  return respondWithWebManifest({
    name: m.technician_manifest_name({ name }),
    shortName: m.technician_title(),
    icon: logo ? iconPath(logo) : undefined,
    scope: "/technician",
  });
}
