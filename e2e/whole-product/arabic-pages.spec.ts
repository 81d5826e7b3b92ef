import { expect, test } from "../harness/fixture";
import { movePointer, openAsAdmin, waitForHydration } from "../harness/steps";

/** Languages of pages (docs/decisions/0122-languages-of-pages.md). */

test.use({ env: { LANGUAGES: "ar" } });

test("the switch keeps the page and its query in both directions @long", async ({ page }) => {
  await page.goto("/services/hvac?utm_source=x");
  await waitForHydration(page);
  const navigation = page.getByRole("banner");
  await movePointer(page);
  await expect(navigation.getByRole("link", { name: "العربية" })).toHaveAttribute(
    "href",
    "/ar/services/hvac?utm_source=x",
  );
  await navigation.getByRole("link", { name: "العربية" }).click();
  await expect(page).toHaveURL("/ar/services/hvac?utm_source=x");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await waitForHydration(page);
  await navigation.getByRole("link", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("office pages open in the language of the profile @long", async ({ page }) => {
  await openAsAdmin(page, "/admin/customers");
  await expect(page).toHaveURL("/admin/customers");
  const saved = await page.request.post("/api/account/profile", {
    data: { name: "Admin", phone: "", language: "ar" },
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(saved.status()).toBe(200);
  await page.goto("/admin/customers?q=a");
  await expect(page).toHaveURL("/ar/admin/customers?q=a");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  // Public pages follow their address alone.
  await page.goto("/about");
  await expect(page).toHaveURL("/about");
});

for (const path of ["/about", "/ar/about"]) {
  test(`keeps the fonts of ${path} within the budget of a first load @long`, async ({ page }) => {
    await page.goto(path, { waitUntil: "networkidle" });
    await page.evaluate(() => document.fonts.ready);
    const fonts = await page.evaluate(() =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith(".woff2"))
        .map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize })),
    );
    expect(fonts.map(({ name }) => /alexandria-\w+/.exec(name)?.[0]).sort()).toEqual(
      path === "/about" ? ["alexandria-latin"] : ["alexandria-arabic", "alexandria-latin"],
    );
    expect(fonts.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(60_000);
  });
}
