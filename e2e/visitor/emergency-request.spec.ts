import type { Locator, Page } from "@playwright/test";
import { createRandom } from "../../app/platform/random";
import { casesForRun, isLongRun, seedOfRun } from "../../test/faults/rounds";
import { expect, test } from "../harness/fixture";
import { ADMIN } from "../harness/product";
import { book, createDocuments, customerWithAccount } from "../harness/steps";
import { PHONE } from "../harness/visual-checks";

/** Emergency request from a phone: number of taps and time, in long runs on a slow line. */

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

/** Emergency line of the default business data. */
const EMERGENCY_LINE = "tel:+97145550199";
const MAX_TAPS = 10;
/** Book again with another day and time. */
const MAX_TAPS_AGAIN = 6;
const MAX_SECONDS = 60;

/** The "slow 4G" preset of Chromium's developer tools. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

test("submits an emergency from a phone with few taps and within a minute @turn-1", async ({ page }) => {
  // budget.spec.ts limits the first load.
  if (isLongRun) {
    const line = await page.context().newCDPSession(page);
    await line.send("Network.enable");
    await line.send("Network.emulateNetworkConditions", SLOW_4G);
  }
  const startedAt = Date.now();
  const tap = countTaps();
  await page.goto("/", { waitUntil: "commit" });

  await tap(page.locator("#thumb-bar").getByRole("link", { name: "Book" }));
  const form = page.getByRole("form", { name: "Book Your Service" });
  // The first tap opens the service list, the second selects.
  const service = form.getByLabel("Service", { exact: true });
  await tap(service);
  await tap.counted(() => service.selectOption("emergency"));
  await expect(form.getByText(/^Send this now and a technician will be with you by/)).toBeVisible();
  const next = form.getByRole("button", { name: /Continue$/ });
  await tap(next);
  await typeInFocused(page, form.getByLabel("Street address"), "12 Al Marsa Street, Dubai Marina");
  await tap(next);
  await typeInFocused(page, form.getByLabel("Full name"), "Omar Haddad");
  await type(page, tap, form.getByLabel("Email", { exact: true }), "kitchen@example.com");
  await type(page, tap, form.getByLabel("UAE phone number"), "0501234567");
  const sum = form.getByText(/^\d+ \+ \d+ = \?$/);
  const [a = 0, b = 0] = ((await sum.textContent()) ?? "").match(/\d+/g)?.map(Number) ?? [];
  await type(page, tap, form.getByLabel(/^\d+ \+ \d+ = \?$/), String(a + b));
  await tap(form.getByRole("button", { name: "Verify" }));
  await tap(form.getByRole("button", { name: "Submit Booking" }));
  await expect(page).toHaveURL(/\/bookings\/BK-/);

  const seconds = (Date.now() - startedAt) / 1000;
  console.log(`An emergency from /: ${tap.count()} taps, ${seconds.toFixed(1)} s`);
  expect(tap.count()).toBeLessThanOrEqual(MAX_TAPS);
  expect(seconds).toBeLessThanOrEqual(MAX_SECONDS);
});

test("books a finished job again with few taps, which starts at the time @long", async ({
  browser,
  product,
  playwright,
}) => {
  const email = "again@own.example";
  const page = await customerWithAccount(
    browser,
    product,
    { email, name: "Omar Haddad" },
    { hasTouch: true },
  );
  const { reference, bookingId, booking } = await book(page.request, { email });
  const office = await playwright.request.newContext({
    ...{ baseURL: product.origin, extraHTTPHeaders: { Origin: product.origin } },
  });
  await office.post("/api/auth/sign-in/email", { data: ADMIN });
  const declined = await office.post(`/api/admin/bookings/${bookingId}/transitions`, {
    data: { transition: "decline", version: booking.version, reason: "The end of the test" },
  });
  expect(declined.ok(), await declined.text()).toBe(true);
  await office.dispose();
  await page.goto(`/bookings/${reference}`);

  const tap = countTaps();
  await tap(page.getByRole("button", { name: "Book this again" }));
  const form = page.getByRole("form", { name: "Book Your Service" });
  await expect(form.getByText("Step 2 of 4")).toBeVisible();
  await expect(form.getByRole("button", { name: "Change: Service details" })).toBeVisible();
  await tap(form.getByRole("group", { name: "The next seven days" }).getByRole("button").nth(2));
  await expect(form.locator("[aria-busy=true]")).toHaveCount(0);
  await tap(
    form
      .locator("label")
      .filter({ has: page.locator("[name=preferredTime]:enabled") })
      .nth(1),
  );
  await tap(form.getByRole("button", { name: /Continue$/ }));
  // Address and contact details are known.
  await expect(form.getByText("Step 4 of 4")).toBeVisible();
  const sum = form.getByText(/^\d+ \+ \d+ = \?$/);
  const [a = 0, b = 0] = ((await sum.textContent()) ?? "").match(/\d+/g)?.map(Number) ?? [];
  await typeInFocused(page, form.getByLabel(/^\d+ \+ \d+ = \?$/), String(a + b));
  await tap(form.getByRole("button", { name: "Verify" }));
  await tap(form.getByRole("button", { name: "Submit Booking" }));
  await expect(page.getByRole("heading", { name: "We have your booking request" })).toBeVisible();
  console.log(`Book again: ${tap.count()} taps`);
  expect(tap.count()).toBeLessThanOrEqual(MAX_TAPS_AGAIN);
});

const PUBLIC_PAGES = [
  "/",
  "/services",
  "/services/hvac",
  "/services/electrical",
  "/services/plumbing",
  "/services/painting",
  "/services/tiling",
  "/services/carpentry",
  "/services/general-maintenance",
  "/services/handyman",
  "/amc-packages",
  "/portfolio",
  "/about",
  "/contact",
  "/privacy-policy",
  "/terms-of-service",
  "/free-assessment",
  "/bookings",
  "/auth",
  "/no-such-page",
];

test("keeps the emergency line in view or in the bar's contact menu on every public page @long", async ({
  page,
}) => {
  for (const path of casesForRun(PUBLIC_PAGES, createRandom(seedOfRun()), 4))
    await expectEmergencyLineVisible(page, path);
});

test("keeps the emergency line in reach on booking, quote, invoice and account pages @long", async ({
  browser,
  product,
  playwright,
}) => {
  const extraHTTPHeaders = { Origin: product.origin };
  const office = await playwright.request.newContext({ baseURL: product.origin, extraHTTPHeaders });
  const documents = await createDocuments(product, office);
  const guestContext = await browser.newContext({
    ...{ baseURL: product.origin, viewport: PHONE, hasTouch: true, isMobile: true },
  });
  const phone = await guestContext.newPage();
  for (const path of [documents.booking, documents.quote, documents.invoice, "/services/plumbing/reviews"]) {
    await expectEmergencyLineVisible(phone, path);
  }
  const customerPage = await customerWithAccount(browser, product, {
    email: "kitchen@own.example",
    name: "Omar",
  });
  const booked = await book(customerPage.request);
  for (const path of ["/dashboard", "/user-settings", `/bookings/${booked.reference}`, "/bookings"]) {
    await expectEmergencyLineVisible(customerPage, path);
  }
});

/** Checks the top and the middle of a page. */
async function expectEmergencyLineVisible(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("main")).toBeVisible();
  for (const place of ["top", "middle"]) {
    if (place === "middle") await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
    // Covered links do not count. The bar of a form or action has the line in its menu.
    const isWithin = () =>
      page.evaluate((href) => {
        const link = `a[href="${href}"]`;
        const menus = [...document.querySelectorAll<HTMLButtonElement>("[data-action-bar] [popovertarget]")];
        const targets = menus.filter(({ popoverTargetElement }) => popoverTargetElement?.querySelector(link));
        return [...document.querySelectorAll(link), ...targets].some((target) => {
          const { left, top, width, height } = target.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return width >= 24 && height >= 24 && target.contains(hit);
        });
      }, EMERGENCY_LINE);
    await expect.poll(isWithin, `${path}, ${place}`).toBe(true);
  }
}

test("shows all four links of the phone bar on a narrow screen", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/about");
  const links = page.getByRole("navigation", { name: "Quick actions" }).getByRole("link");
  await expect(links).toHaveCount(4);
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
});

/** Counts taps, including repeated taps on one element. */
function countTaps() {
  let taps = 0;
  const counted = async (act: () => Promise<unknown>) => {
    taps += 1;
    await act();
  };
  return Object.assign((on: Locator) => counted(() => on.tap()), { counted, count: () => taps });
}

/** Types into the field that the new step has focused. */
async function typeInFocused(page: Page, field: Locator, text: string): Promise<void> {
  await expect(field).toBeFocused();
  await page.keyboard.type(text, { delay: 15 });
  await expect(field).toHaveValue(text);
}

/** Taps a field and types into it. */
async function type(page: Page, tap: (on: Locator) => Promise<void>, field: Locator, text: string) {
  await tap(field);
  await page.keyboard.type(text, { delay: 15 });
  await expect(field).toHaveValue(text);
}
