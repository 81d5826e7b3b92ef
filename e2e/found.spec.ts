import { expect, test } from "./fixture";
import { fillSignIn } from "./steps";

/** Every page of the site map as a search engine, a CDN and the browser's policy see it. */

/** The paths of the site map. */
let paths: string[];

test.use({
  // The widest policy there is.
  env: {
    GOOGLE_MAPS_API_KEY: "key",
    GOOGLE_MAPS_SCRIPT_BASE: "http://127.0.0.1:9",
    GA_MEASUREMENT_ID: "G-EXAMPLE",
    STRIPE_SECRET_KEY: "sk_test",
    STRIPE_WEBHOOK_SECRET: "whsec_test",
  },
});
test.beforeAll(async ({ product }) => {
  const siteMap = await (await fetch(`${product.origin}/sitemap.xml`)).text();
  paths = [...siteMap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
});

test("a page of the site map is stored, and known again by its ETag", async ({ product }) => {
  expect(paths).toContain("/");
  for (const path of paths) {
    const headers = { "Accept-Encoding": "br" };
    const first = await fetch(product.origin + path, { headers });
    expect([path, first.status, first.headers.get("Content-Encoding")]).toEqual([path, 200, "br"]);
    expect(first.headers.get("Cache-Control")).toMatch(/^public, max-age=0, s-maxage=/);
    const etag = first.headers.get("ETag") ?? "";
    const again = await fetch(product.origin + path, { headers: { ...headers, "If-None-Match": etag } });
    expect([path, again.status]).toEqual([path, 304]);
  }
});

test("a page of the site map tells who it is", async ({ page, product }) => {
  const descriptions: (string | null)[] = [];
  for (const path of paths) {
    await page.goto(path);
    const attribute = (selector: string, name: string) => page.locator(selector).getAttribute(name);
    expect(await attribute('link[rel="canonical"]', "href")).toBe(product.origin + path);
    expect((await page.title()).length).toBeGreaterThan(10);
    const description = await attribute('meta[name="description"]', "content");
    expect(description?.length).toBeGreaterThan(50);
    descriptions.push(description);
    await expect(page.locator("h1")).toHaveCount(1);
    const picture = await fetch((await attribute('meta[property="og:image"]', "content")) ?? "");
    expect([path, picture.status, picture.headers.get("Content-Type")]).toEqual([path, 200, "image/png"]);
    for (const data of await page.locator('script[type="application/ld+json"]').allTextContents()) {
      expect(JSON.parse(data)["@context"]).toBe("https://schema.org");
    }
  }
  expect(new Set(descriptions).size, "each page has words of its own").toBe(paths.length);
});

test("no page does what its policy forbids", async ({ page }) => {
  const violations: string[] = [];
  await page.exposeFunction("tellViolation", (text: string) => violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event;
      // @ts-expect-error: exposed above.
      tellViolation(`${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`);
    });
  });
  for (const path of [...paths, "/bookings/BK-2026-000001?key=none", "/nothing-here"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    // What is fetched when it comes into view.
    await page.mouse.wheel(0, 20_000);
    await page.waitForLoadState("networkidle");
  }
  await page.goto("/auth");
  await fillSignIn(page);
  await page.waitForURL("**/admin**");
  await page.waitForLoadState("networkidle");
  expect(violations).toEqual([]);

  // And it would have been told of.
  await page.evaluate(() =>
    document.head.append(Object.assign(document.createElement("script"), { text: "1" })),
  );
  await expect.poll(() => violations).toHaveLength(1);
});
