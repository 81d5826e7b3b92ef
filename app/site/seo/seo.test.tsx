import { loadImage } from "@napi-rs/canvas";
import { renderToString } from "react-dom/server";
import { createRoutesStub, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { system } from "~/platform/auth/actor";
import { loadConfig } from "~/platform/config.server";
import { describePageLanguages } from "~/platform/locale/language-names";
import type { Locale } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { createRandom } from "~/platform/random";
import routes from "~/routes";
import { pageCtx } from "~/server/context.server";
import { business } from "../../../db/seed/sample/business";
import { seed } from "../../../db/seed/seed.server";
import { casesForRun, seedOfRun } from "../../../test/faults/rounds";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { LanguageSwitch } from "../frame/language-switch";
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

const ctx = (languages: readonly Locale[] = []) => ({
  actor: system,
  db: database.db,
  now: new Date(),
  requestId: "test",
  locale: "en" as const,
  publicUrl: "https://www.example.com",
  languages,
});
const context = (languages?: readonly Locale[]) =>
  new RouterContextProvider(new Map([[pageCtx, ctx(languages)]]));
// biome-ignore lint/suspicious/noExplicitAny: of the router's arguments, loaders read context and one parameter.
const args = (params = {}, languages?: readonly Locale[]) => ({ context: context(languages), params }) as any;

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

describe("two languages", () => {
  const both = ["en", "ar"] as const;

  it("robots.txt excludes personal pages in each language", async () => {
    const text = await loadRobots(args({}, both)).text();
    for (const line of ["Disallow: /admin", "Disallow: /ar/admin", "Disallow: /ar/bookings/"])
      expect(text.split("\n")).toContain(line);
  });

  it("the site map lists each page in each language with its alternates", async () => {
    for (const locale of both) {
      const xml = await inLocale(locale, async () => (await loadSitemap(args({}, both))).text());
      expect(xml.match(/<loc>/g)).toHaveLength(2 * (await listSitePages(ctx())).length);
      const alternates = [
        ["en", "https://www.example.com/about"],
        ["x-default", "https://www.example.com/about"],
        ["ar", "https://www.example.com/ar/about"],
      ].map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`);
      for (const address of ["https://www.example.com/about", "https://www.example.com/ar/about"])
        expect(xml).toContain(`<url><loc>${address}</loc>${alternates.join("")}`);
      expect(xml).toContain("<loc>https://www.example.com/ar</loc>");
    }
  });

  it.each([
    ["/", "https://www.example.com/ar", "https://www.example.com/"],
    ["/services/hvac", "https://www.example.com/ar/services/hvac", "https://www.example.com/services/hvac"],
  ])("the Arabic page %s names itself as canonical and both languages", (path, arabic, english) => {
    const html = inLocale("ar", () => renderHead(path, both));
    for (const tag of [
      `<link rel="canonical" href="${arabic}"/>`,
      `<link rel="alternate" hrefLang="ar" href="${arabic}"/>`,
      `<link rel="alternate" hrefLang="en" href="${english}"/>`,
      `<link rel="alternate" hrefLang="x-default" href="${english}"/>`,
      `<meta property="og:url" content="${arabic}"/>`,
      '<meta property="og:locale" content="ar_AE"/>',
    ])
      expect(html).toContain(tag);
  });

  it.each([
    ["ar", "/services/hvac?draft=1", "/services/hvac", "English"],
    ["en", "/services/hvac?draft=1", "/ar/services/hvac", "العربية"],
    ["en", "/", "/ar", "العربية"],
  ] as const)("the switch leads from %s %s to %s", (locale, from, to, name) => {
    const html = inLocale(locale, () => renderHead(from, both));
    expect(html).toMatch(
      new RegExp(`<a href="${to}" hrefLang="\\w+" lang="\\w+" dir="\\w+" class="[^"]*">${name}</a>`),
    );
  });

  it("one language has neither alternates nor a switch", () => {
    const html = renderHead("/services/hvac");
    expect(html).not.toContain("alternate");
    expect(html).not.toContain("<a ");
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
  it("exists for pages of the site map in the preview size", async () => {
    const pages = await listSitePages(ctx());
    for (const { path } of casesForRun(pages, createRandom(seedOfRun()), Math.ceil(pages.length / 3))) {
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

function renderHead(address: string, languages: readonly Locale[] = []): string {
  const Site = createRoutesStub([
    {
      id: "site/frame/site-layout",
      path: address.replace(/\?.*/, ""),
      Component: () => (
        <>
          <PageHead title="AC" description="Cold & clean" structuredData='{"a":1}' />
          <LanguageSwitch className="" />
        </>
      ),
    },
  ]);
  const loaderData = {
    "site/frame/site-layout": {
      business: { name: "Rukn" },
      publicUrl: "https://www.example.com",
      languages: describePageLanguages(languages),
    },
  };
  return renderToString(<Site initialEntries={[address]} hydrationData={{ loaderData }} />);
}

describe("page head", () => {
  it("contains the canonical address, title and preview picture", () => {
    const html = renderHead("/services/hvac?utm_source=x");
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
