import { createRandom } from "../../app/platform/random";
import { casesForRun, seedOfRun } from "../../test/faults/rounds";
import { expect, test, WITH_EXTERNAL_SERVICES } from "../harness/fixture";
import { fillSignIn } from "../harness/steps";

/** Sitemap pages for search engines, CDNs and the content security policy. */

let paths: string[];

test.use({ env: WITH_EXTERNAL_SERVICES, checksPolicy: false });
test.beforeAll(async ({ product }) => {
  const siteMap = await (await fetch(`${product.origin}/sitemap.xml`)).text();
  paths = [...siteMap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
});

test("serves sitemap pages as cacheable and revalidates them by ETag @long", async ({ product }) => {
  expect(paths).toContain("/");
  for (const path of paths) {
    const headers = { "Accept-Encoding": "br" };
    const response = await fetch(product.origin + path, { headers });
    expect([path, response.status, response.headers.get("Content-Encoding")]).toEqual([path, 200, "br"]);
    expect(response.headers.get("Cache-Control")).toMatch(/^public, max-age=0, s-maxage=/);
    const etag = response.headers.get("ETag") ?? "";
    const revalidated = await fetch(product.origin + path, {
      headers: { ...headers, "If-None-Match": etag },
    });
    expect([path, revalidated.status]).toEqual([path, 304]);
  }
});

test("describes each sitemap page in its metadata @long", async ({ page, product }) => {
  const descriptions: (string | undefined)[] = [];
  await page.goto("/sitemap.xml");
  for (const path of paths) {
    const { canonical, title, description, headings, preview, data } = await page.evaluate(
      readMetadata,
      path,
    );
    expect(canonical).toBe(product.origin + path);
    expect(title.length).toBeGreaterThan(10);
    expect(description?.length).toBeGreaterThan(50);
    descriptions.push(description);
    expect([path, headings]).toEqual([path, 1]);
    const picture = await fetch(preview ?? "");
    expect([path, picture.status, picture.headers.get("Content-Type")]).toEqual([path, 200, "image/png"]);
    for (const text of data) expect(JSON.parse(text)["@context"]).toBe("https://schema.org");
  }
  expect(new Set(descriptions).size, "each page has words of its own").toBe(paths.length);
});

test("loads pages without violating the content security policy @long", async ({ page }) => {
  const violations: string[] = [];
  await page.exposeFunction("reportViolation", (text: string) => violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event;
      // @ts-expect-error: exposed above.
      reportViolation(
        `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`,
      );
    });
  });
  const samplePaths = casesForRun(paths, createRandom(seedOfRun()), 2);
  for (const path of [...samplePaths, "/bookings/BK-2026-000001?key=none", "/nothing-here"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    // Loads content that is fetched on scrolling into view.
    await page.mouse.wheel(0, 20_000);
    await page.waitForLoadState("networkidle");
  }
  await page.goto("/auth");
  await fillSignIn(page);
  await page.waitForURL("**/admin**");
  await page.waitForLoadState("networkidle");
  expect(violations).toEqual([]);

  // Verifies that the listener reports a violation.
  await page.evaluate(() =>
    document.head.append(Object.assign(document.createElement("script"), { text: "1" })),
  );
  await expect.poll(() => violations).toHaveLength(1);
});

/** Metadata of a page as served to search engines. Runs in the page. */
async function readMetadata(path: string) {
  const page = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
  const attribute = (selector: string, name: string) =>
    page.querySelector(selector)?.getAttribute(name) ?? undefined;
  return {
    canonical: attribute('link[rel="canonical"]', "href"),
    title: page.title,
    description: attribute('meta[name="description"]', "content"),
    headings: page.querySelectorAll("h1").length,
    preview: attribute('meta[property="og:image"]', "content"),
    data: [...page.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => textContent,
    ),
  };
}
