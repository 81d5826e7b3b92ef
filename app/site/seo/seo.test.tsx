import { loadImage } from "@napi-rs/canvas";
import { renderToString } from "react-dom/server";
import { createRoutesStub, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { system } from "~/platform/auth/actor";
import { loadConfig } from "~/platform/config.server";
import routes from "~/routes";
import { pageCtx } from "~/server/context.server";
import { business } from "../../../db/seed/sample/business";
import { seed } from "../../../db/seed/seed.server";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { loader as loadPicture } from "./link-preview-image";
import { PageHead } from "./page-head";
import { loader as loadRobots } from "./robots";
import { listSitePages } from "./site-pages.server";
import { loader as loadSitemap } from "./sitemap";
import { loader as loadManifest } from "./web-manifest";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await seed({ db: database.db, config: loadConfig({ SECRET: "x".repeat(32), SAMPLE_DATA: "off" }) });
  const details = { value: JSON.stringify(business) };
  await database.db.updateTable("settings").set(details).where("name", "=", "business").execute();
});
afterAll(() => database.drop());

const ctx = () => ({
  actor: system,
  db: database.db,
  now: new Date(),
  requestId: "test",
  locale: "en" as const,
  publicUrl: "https://www.example.com",
});
const context = () => new RouterContextProvider(new Map([[pageCtx, ctx()]]));
// biome-ignore lint/suspicious/noExplicitAny: of the router's arguments, loaders read context and one parameter.
const args = (params = {}) => ({ context: context(), params }) as any;

describe("robots.txt", () => {
  it("lists the site map and excludes personal pages", async () => {
    const text = await loadRobots(args()).text();
    expect(text.split("\n")).toEqual([
      "User-agent: *",
      ...["/admin", "/api/", "/auth", "/bookings/", "/dashboard", "/user-settings"].map(
        (path) => `Disallow: ${path}`,
      ),
      "Allow: /api/files/",
      "",
      "Sitemap: https://www.example.com/sitemap.xml",
      "",
    ]);
  });
});

describe("site map", () => {
  it("lists every page with its last change", async () => {
    await database.db
      .updateTable("contentChanges")
      .set({ changedAt: new Date("2020-01-01T21:00:00Z") })
      .execute();
    await database.db
      .updateTable("contentChanges")
      .set({ changedAt: new Date("2020-05-05T10:00:00Z") })
      .where("tableName", "=", "prices")
      .execute();
    const response = await loadSitemap(args());
    expect(response.headers.get("Content-Type")).toContain("application/xml");
    const xml = await response.text();
    expect(xml).toContain("<url><loc>https://www.example.com/</loc><lastmod>2020-05-05</lastmod></url>");
    expect(xml.match(/<loc>/g)).toHaveLength((await listSitePages(ctx())).length);
  });

  /** Pages that must not be indexed. */
  const HIDDEN = [
    "amc-packages/requested",
    "contact/sent",
    "bookings/link-sent",
    "bookings/:reference",
    "quotes/:reference",
    "invoices/:reference",
    "contracts/:reference",
    "weekly-summary",
    // Exists once a review is published; e2e/visitor/content.spec.ts covers it.
    "services/:service/reviews",
    "auth",
    "*",
  ];

  it("contains every public page", async () => {
    const frame = routes.find(({ file }) => file === "site/frame/site-layout.tsx");
    const paths = (frame?.children ?? []).flatMap(({ path = "" }) =>
      // Optional segments are dropped, because the page without them always exists.
      HIDDEN.includes(path) ? [] : [`/${path.replace(/\/:\w+\?$/, "")}`],
    );
    expect(paths).toContain("/");
    const listedPaths = (await listSitePages(ctx())).map(({ path }) => path);
    for (const path of paths) {
      const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`);
      expect([path, listedPaths.some((page) => pattern.test(page))]).toEqual([path, true]);
    }
  });
});

describe("web manifest", () => {
  it("makes the site installable", async () => {
    const manifest = await (await loadManifest(args())).json();
    expect(manifest).toMatchObject({ short_name: "Rukn", start_url: "/", display: "standalone" });
    expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual([
      "any",
      "192x192",
      "512x512",
      "512x512",
    ]);
  });

  it("refers to icons of the stated sizes", async () => {
    const { icons } = await (await loadManifest(args())).json();
    for (const { src, sizes } of icons) {
      const { width, height } = await loadImage(`public${src}`);
      if (sizes !== "any") expect(`${width}x${height}`).toBe(sizes);
    }
  });
});

describe("link preview picture", () => {
  it("exists for every page of the site map in the preview size", async () => {
    for (const { path } of await listSitePages(ctx())) {
      const name = path === "/" ? "home" : path.slice(1);
      const response = await loadPicture(args({ "*": `${name}.png` }));
      expect(response.headers.get("Content-Type")).toBe("image/png");
      const bytes = Buffer.from(await response.arrayBuffer());
      // WhatsApp shows no larger pictures.
      expect(bytes.length).toBeLessThan(300_000);
      const { width, height } = await loadImage(bytes);
      expect([width, height]).toEqual([1200, 630]);
    }
  });

  it.each(["home", "nothing.png", "", "home.png/home.png"])(
    "responds with 404 for the picture %j",
    async (name) => {
      expect((await loadPicture(args({ "*": name }))).status).toBe(404);
    },
  );
});

describe("page head", () => {
  it("contains the canonical address, title and preview picture", () => {
    const Site = createRoutesStub([
      {
        id: "site/frame/site-layout",
        path: "services/hvac",
        Component: () => <PageHead title="AC" description="Cold & clean" structuredData='{"a":1}' />,
      },
    ]);
    const loaderData = {
      "site/frame/site-layout": { business: { name: "Rukn" }, publicUrl: "https://www.example.com" },
    };
    const html = renderToString(
      <Site initialEntries={["/services/hvac?utm_source=x"]} hydrationData={{ loaderData }} />,
    );
    for (const tag of [
      "<title>AC</title>",
      '<meta name="description" content="Cold &amp; clean"/>',
      '<link rel="canonical" href="https://www.example.com/services/hvac"/>',
      '<meta property="og:url" content="https://www.example.com/services/hvac"/>',
      '<meta property="og:image" content="https://www.example.com/og/services/hvac.png"/>',
      '<meta name="twitter:card" content="summary_large_image"/>',
      '<script type="application/ld+json">{"a":1}</script>',
    ]) {
      expect(html).toContain(tag);
    }
  });
});
