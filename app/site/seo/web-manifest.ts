import { getBusiness } from "~/features/core/business/queries.server";
import { m } from "~/paraglide/messages";
import { iconPath } from "~/platform/files/logo";
import { sharedPage } from "~/platform/pages/shared-page";
import { respondWithWebManifest } from "~/platform/pages/web-manifest";
import { pageCtx } from "~/server/context.server";
import type { Route } from "./+types/web-manifest";

export const handle = sharedPage;

/** `manifest.webmanifest`: the site as an app on a phone's home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { name, logo } = await getBusiness(context.get(pageCtx)!);
  return respondWithWebManifest({
    name: m.site_manifest_name({ name }),
    shortName: name,
    description: m.site_home_description(),
    icon: logo ? iconPath(logo) : undefined,
    scope: "/",
    shortcuts: [{ name: m.site_book_a_visit(), url: "/#booking" }],
  });
}
