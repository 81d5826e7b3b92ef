import { pageCtx } from "~/context.server";
import { getBusiness } from "~/features/catalogue/queries.server";
import { m } from "~/paraglide/messages";
import { sharedPage } from "~/platform/shared-page";
import type { Route } from "./+types/web-manifest";

export const handle = sharedPage;

/** `technician.webmanifest`: the technician's page as an app on his phone's home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { name } = await getBusiness(context.get(pageCtx)!);
  const manifest = {
    id: "/technician",
    name: m.technician_manifest_name({ name }),
    short_name: m.technician_title(),
    lang: "en",
    dir: "ltr",
    start_url: "/technician",
    scope: "/technician",
    display: "standalone",
    background_color: "#0f1a2b",
    theme_color: "#0f1a2b",
    icons: [
      { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
      { src: "/icon-maskable-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json; charset=utf-8" },
  });
}
