import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { addDays, dubaiDate } from "../../app/platform/time";
import { expect, test } from "../harness/fixture";
import { openAsAdmin } from "../harness/steps";

/** Screen sizes that keep the image files small. */
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

test("saves the home page on a desktop and on a phone", async ({ browser }) => {
  const desktop = await openPage(browser, DESKTOP);
  await desktop.goto("/");
  await saveScreenshot(desktop, "home");
  const phone = await openPage(browser, PHONE);
  await phone.goto("/");
  await saveScreenshot(phone, "home-phone");
});

test("saves the completed booking form", async ({ browser }) => {
  const page = await openPage(browser, PHONE);
  await page.goto("/bookings?service=plumbing#booking");
  await page.getByRole("button", { name: "One more: Plumbing call-out" }).click();
  await expect(page.getByRole("button", { name: /^AED/ })).toBeVisible();
  await page.getByRole("button", { name: /Continue$/ }).click();
  await page.getByLabel("Preferred date").fill(addDays(dubaiDate(new Date()), 2));
  await page.getByRole("radio", { name: "10:00 AM" }).check({ force: true });
  await page.getByText("Preferred date and time").evaluate((title) => {
    title.scrollIntoView();
    window.scrollBy(0, -140);
  });
  await saveScreenshot(page, "booking-phone");
});

test("saves the list of bookings", async ({ browser }) => {
  const page = await openPage(browser, { width: 1440, height: 900 });
  await openAsAdmin(page, "/admin/bookings");
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await saveScreenshot(page, "office");
});

async function openPage(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  return (await browser.newContext({ viewport, colorScheme: "light", reducedMotion: "reduce" })).newPage();
}

async function saveScreenshot(page: Page, name: string): Promise<void> {
  await page.evaluate("document.fonts.ready");
  await page.screenshot({ path: join(import.meta.dirname, `../../docs/screenshots/${name}.png`) });
}
