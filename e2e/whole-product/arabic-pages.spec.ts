import type { Page } from "@playwright/test";
import { openDay } from "../harness/days";
import { expect, test } from "../harness/fixture";
import { book, movePointer, openAsAdmin, waitForForm, waitForHydration } from "../harness/steps";
import { DESKTOP } from "../harness/visual-checks";

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

async function switchTo(
  page: Page,
  language: string,
  lang: string,
  place: "banner" | "contentinfo" = "banner",
): Promise<void> {
  await page.getByRole(place).getByRole("link", { name: language }).first().click();
  await expect(page.locator("html")).toHaveAttribute("lang", lang);
}

for (const [place, path] of [
  ["banner", "/contact"],
  ["contentinfo", "/amc-packages"],
  ["banner", "/bookings"],
] as const) {
  test(`the language switch keeps what was typed and chosen on ${path} @long`, async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto(path);
    const form = page.locator("form:has([name=email])").first();
    await waitForForm(form);
    const name = form.locator("[name=name], [name=customerName]");
    await name.fill("Noura Haddad");
    await form.locator("[name=email]").fill("noura@example.com");
    await form.locator("[name=message]").fill("The gate code is 4711");
    const choice = page.locator("input[name=packageId]").last();
    if (path === "/amc-packages") await choice.check();
    if (path === "/bookings") await form.locator("[name=service]").selectOption("plumbing");
    for (const [language, lang] of [
      ["العربية", "ar"],
      ["English", "en"],
    ] as const) {
      await switchTo(page, language, lang, place);
      await expect(name).toHaveValue("Noura Haddad");
      await expect(form.locator("[name=email]")).toHaveValue("noura@example.com");
      await expect(form.locator("[name=message]")).toHaveValue("The gate code is 4711");
      if (path === "/amc-packages") await expect(choice).toBeChecked();
      if (path === "/bookings") await expect(form.locator("[name=service]")).toHaveValue("plumbing");
    }
  });
}

test("the language switch keeps a name and an email on sign-up, but no password @long", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await page.goto("/auth?mode=sign-up");
  await waitForHydration(page);
  await page.locator("[name=name]").fill("Noura Haddad");
  await page.locator("[name=email]").fill("noura@example.com");
  await page.locator("[name=password]").fill("a person's long password");
  await page.getByRole("button", { name: "Show password" }).click();
  await switchTo(page, "العربية", "ar");
  await expect(page.locator("[name=name]")).toHaveValue("Noura Haddad");
  await expect(page.locator("[name=email]")).toHaveValue("noura@example.com");
  await expect(page.locator("[name=password]")).toHaveValue("");
});

test("settings keep what was typed across the language switch and a reload @long", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await openAsAdmin(page, "/user-settings");
  const profile = page.locator("#profile");
  const name = profile.locator("[name=name]");
  const phone = profile.locator("[name=phone]");
  const newEmail = page.locator("#email [name=email]");
  const savedName = await name.inputValue();
  await name.fill("Noura Haddad");
  await phone.fill("050 123 4567");
  await newEmail.fill("noura@example.com");
  for (const [language, lang] of [
    ["العربية", "ar"],
    ["English", "en"],
  ] as const) {
    await switchTo(page, language, lang);
    await expect(name).toHaveValue("Noura Haddad");
    await expect(phone).toHaveValue("050 123 4567");
    await expect(newEmail).toHaveValue("noura@example.com");
  }

  await page.getByRole("button", { name: "Add address" }).click();
  await page.getByLabel("Street address").fill("12 Al Marsa Street");
  await page.reload();
  await page.getByRole("button", { name: "Add address" }).click();
  await expect(page.getByLabel("Street address")).toHaveValue("12 Al Marsa Street");
  await page.keyboard.press("Escape");

  // Saved values are no draft, so a change on another device shows.
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved").first()).toBeVisible();
  const changed = await page.request.post("/api/account/profile", {
    data: { name: savedName, phone: "", language: "en" },
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(changed.status()).toBe(200);
  await page.reload();
  await expect(name).toHaveValue(savedName);
});

test("the language switch keeps the day and time chosen for a booking @long", async ({ page, request }) => {
  await page.setViewportSize(DESKTOP);
  const { followUrl } = await book(request);
  await page.goto(followUrl);
  await page.getByRole("button", { name: "Choose a time" }).click();
  const dialog = page.getByRole("dialog");
  const date = dialog.locator("[name=preferredDate]");
  const day = openDay(22);
  await date.fill(day);
  await expect(dialog.locator("[aria-busy=true]")).toHaveCount(0);
  const time = dialog.locator("[name=preferredTime]:enabled").first();
  await time.check({ force: true });
  const chosen = await time.inputValue();
  await page.keyboard.press("Escape");
  await switchTo(page, "العربية", "ar");
  await page.getByRole("button", { name: "اختيار موعد" }).click();
  await expect(date).toHaveValue(day);
  await expect(dialog.locator(`[name=preferredTime][value="${chosen}"]`)).toBeChecked();
});
