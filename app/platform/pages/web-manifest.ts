import { documentLanguageAttributes, localPath } from "../locale/locale";

interface WebApp {
  name: string;
  shortName: string;
  description?: string;
  scope: string;
  shortcuts?: { name: string; url: string }[];
  icon?: string;
}

const icons = [
  { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
  { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
  { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
  { src: "/icon-maskable-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
];

const iconOf = (src: string) => ({ src, type: "image/png", sizes: "512x512" });

export function respondWithWebManifest({
  name,
  shortName,
  description,
  scope,
  shortcuts,
  icon,
}: WebApp): Response {
  const manifest = {
    id: localPath(scope),
    name,
    short_name: shortName,
    description,
    ...documentLanguageAttributes(),
    start_url: localPath(scope),
    scope: localPath(scope),
    display: "standalone",
    background_color: "#0f1a2b",
    theme_color: "#0f1a2b",
    icons: icon ? [iconOf(icon), { ...iconOf(icon), purpose: "maskable" }] : icons,
    shortcuts: shortcuts?.map(({ name, url }) => ({ name, url: localPath(url) })),
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json; charset=utf-8" },
  });
}
