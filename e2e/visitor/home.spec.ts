import type { Page } from "@playwright/test";
import { createRandom } from "../../app/platform/random";
import { casesForRun, isLongRun, seedOfRun } from "../../test/faults/rounds";
import { expect, test } from "../harness/fixture";
import {
  movePointer,
  openWithBlockedScripts,
  waitForDeferredScripts,
  waitForHydration,
} from "../harness/steps";
import { DESKTOP, expectGoodLayout, PHONE, TABLET } from "../harness/visual-checks";

/**
 * Home page, block by block as specified, with visual and accessibility checks of it and neighboring pages.
 */

test("shows the seven blocks of the home page in the specified order", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("main").getByRole("heading", { level: 1 })).toHaveText(
    "Crafted for a City That Never Stops",
  );
  const headings = await page.locator("main h2").allTextContents();
  expect(headings).toEqual([
    "Eight trades, one team that knows your home",
    "From first inspection to final handover",
    "Why choose us",
    "In our customers' words",
    "Some things cannot wait until morning",
    "Book Your Service",
    "Contact information",
    "Not sure what you need?",
  ]);
});

test("links the hero to the assessment and to the emergency line @long", async ({ page }) => {
  await page.goto("/");
  const hero = page.locator("main section").first();
  await expect(hero.getByRole("link", { name: "Get Free Assessment" })).toHaveAttribute(
    "href",
    "/free-assessment",
  );
  await expect(hero.getByRole("link", { name: "Emergency Call-Out" })).toHaveAttribute("href", /^tel:\+971/);
  for (const claim of [
    "2-hour emergency response",
    "Certified building engineers",
    "Premium component warranty",
    "Quality guaranteed",
  ]) {
    await expect(hero.getByText(claim)).toBeVisible();
  }
  await hero.getByRole("link", { name: /^Plumbing:/ }).press("Enter");
  await expect(page).toHaveURL("/services/plumbing");
});

test("shows first-hour price and next free time below the hero without moving the page", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByText("Handyman, first hour")).toBeVisible();
  const below = page.getByRole("region", { name: /Eight trades/ });
  const before = await below.boundingBox();
  await movePointer(page);
  const next = page.getByRole("paragraph").filter({ hasText: "Handyman, next free time" });
  await expect(next).toHaveText(/(AM|PM)/);
  expect((await below.boundingBox())?.y).toBe(before?.y);
});

test("names the trade under the pointer beside its marker @long", async ({ page }) => {
  await page.goto("/");
  const trade = page.locator('.house a[data-trade="plumbing"]');
  const name = page.locator('.house text[data-caption="plumbing"]');
  await expect(name).toHaveCSS("opacity", "0");
  await trade.locator(".ring").hover();
  await expect(name).toHaveCSS("opacity", "1");
  const marker = (await trade.locator(".ring").boundingBox())!;
  const label = (await name.boundingBox())!;
  expect(Math.abs(label.y + label.height - marker.y)).toBeLessThan(30);
});

test("keeps the page short on a phone before and after the first interaction", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(await height()).toBeLessThanOrEqual(7_500);
  for (const title of ["Some things cannot wait until morning", "Need Urgent Maintenance?"]) {
    expect((await page.getByRole("region", { name: title }).boundingBox())?.height).toBeLessThanOrEqual(160);
  }
  await movePointer(page);
  await waitForHydration(page);
  expect(await height()).toBeLessThanOrEqual(7_500);
});

test("links eight cards to the services in the specified order @long", async ({ page }) => {
  await page.goto("/");
  const cards = page.getByRole("region", { name: /Eight trades/ }).getByRole("link");
  await expect(cards).toHaveCount(8);
  expect(await cards.getByRole("heading", { level: 3 }).allTextContents()).toEqual([
    "HVAC Installation & Maintenance",
    "Electrical",
    "Tiling & Flooring",
    "Painting & Decoration",
    "Plumbing",
    "General Maintenance",
    "Carpentry",
    "Handyman",
  ]);
  for (const card of await cards.all()) await expect(card).toHaveAttribute("href", "/services");
});

test("shows process, pillars, testimonials and emergency line with the specified texts and links", async ({
  page,
}) => {
  await page.goto("/");
  const region = (name: string) => page.getByRole("region", { name });
  const link = (regionName: string, name: string) => region(regionName).getByRole("link", { name });

  const process = "From first inspection to final handover";
  expect(await region(process).getByRole("heading", { level: 3 }).allTextContents()).toEqual([
    "1Discover needs",
    "2Tailored solutions",
    "3Expert delivery",
  ]);
  await expect(link(process, "Get Free Assessment")).toHaveAttribute("href", "/free-assessment");
  await expect(link(process, "View Our Portfolio")).toHaveAttribute("href", "/portfolio");

  for (const words of [
    "Certified excellence",
    "2500+ projects",
    "Rapid response",
    "Under 2 hours",
    "Premium guarantee",
    "100% warranty",
  ]) {
    await expect(region("Why choose us").getByText(words, { exact: true })).toBeVisible();
  }
  await expect(link("Why choose us", "Book Free Assessment")).toHaveAttribute("href", "/free-assessment");
  await expect(link("Why choose us", "See All Services")).toHaveAttribute("href", "/services");

  await expect(region("In our customers' words").getByRole("figure")).toHaveCount(3);

  const emergency = "Some things cannot wait until morning";
  await expect(link(emergency, "Call the emergency line")).toHaveAttribute("href", /^tel:\+971/);
  await expect(link(emergency, "Get Quote")).toHaveAttribute("href", "/contact");
});

test("shows the states of the quick booking, sends no request and focuses the form @turn-2", async ({
  page,
}) => {
  await page.goto("/");
  const quickBooking = page.getByRole("button", { name: "Book an assessment" });
  await quickBooking.scrollIntoViewIfNeeded();
  // The form is hydrated.
  await expect(page.getByText(/^\d+ \+ \d+ = \?$/)).toBeVisible();
  const posts: string[] = [];
  page.on("request", (request) => request.url().includes("/api/handle") && posts.push(request.url()));
  const pressedAt = Date.now();
  await quickBooking.click();
  await expect(page.getByRole("button", { name: "One moment..." })).toBeDisabled();
  await expect(page.getByText("Assessment Booked")).toBeVisible();
  expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(1000);
  await expect(page.getByText(/Nothing has been sent yet/)).toBeVisible();
  await expect(quickBooking).toBeEnabled();
  await expect(page.getByLabel("Service", { exact: true })).toHaveValue("free-survey");
  await expect(page.getByLabel("Service", { exact: true })).toBeFocused();
  expect(posts).toEqual([]);
});

test.describe("Book link of the phone bar on a page with a form", () => {
  test.use({ viewport: PHONE, isMobile: true, hasTouch: true });
  // A page that begins with the form, such as /free-assessment, needs no link to it.
  const forms = [
    ["/", "painting"],
    ["/services/hvac", "hvac"],
    ["/services/emergency", "emergency"],
  ] as const;
  const pickForms = () => casesForRun(forms, createRandom(seedOfRun()), 2);
  const book = (page: Page) =>
    page.getByRole("navigation", { name: "Quick actions" }).getByRole("link", { name: "Book" });
  const next = (page: Page) => page.getByRole("button", { name: /Continue$/ });
  const chooseService = (page: Page, service: string) =>
    page.getByLabel("Service", { exact: true }).selectOption(service);

  async function expectForm(page: Page, [path, service]: (typeof forms)[number]): Promise<void> {
    await expect(page.locator("#booking-title"), path).toBeInViewport({ ratio: 1 });
    await expect(page.locator("#booking"), path).toBeFocused();
    await expect(page.getByLabel("Service", { exact: true }), path).toHaveValue(service);
    expect(new URL(page.url()).pathname).toBe(path);
  }

  test("opens the form before hydration and stays there afterwards @long", async ({ page }) => {
    for (const form of pickForms()) {
      const releaseScripts = await openWithBlockedScripts(page, form[0]);
      await chooseService(page, form[1]);
      await book(page).tap();
      await expectForm(page, form);
      releaseScripts();
      await expect(next(page)).toBeVisible();
      await expectForm(page, form);
    }
  });

  test("opens the form while deferred code loads and keeps the input @long", async ({ page }) => {
    const deferredScripts = /assets\/(below-the-fold|booking-form|site-bottom)[^/]*\.js$/;
    for (const form of pickForms()) {
      const releaseDeferredScripts = await openWithBlockedScripts(page, form[0], deferredScripts);
      await waitForHydration(page);
      await chooseService(page, form[1]);
      // The first focus shows the later fields.
      await page.getByLabel("Service", { exact: true }).focus();
      await page.getByLabel("Full name").fill("Aisha O'Neil");
      await book(page).tap();
      await expectForm(page, form);
      releaseDeferredScripts();
      await expect(next(page)).toBeVisible();
      await expectForm(page, form);
      await expect(page.getByLabel("Full name")).toHaveValue("Aisha O'Neil");
    }
  });

  test("opens the form repeatedly after hydration and gives way to the form's bar @long", async ({
    page,
  }) => {
    for (const form of pickForms()) {
      await page.goto(form[0]);
      await waitForDeferredScripts(page);
      await chooseService(page, form[1]);
      await page.evaluate(() => scrollTo(0, 0));
      for (let time = 0; time < 2; time++) {
        await book(page).tap();
        await expect(page.getByRole("button", { name: /Continue$/ })).toBeInViewport({ ratio: 1 });
        await expect(book(page)).toBeHidden();
        await expectForm(page, form);
        await page.evaluate(() => scrollTo(0, 0));
        await page.keyboard.press("Escape");
      }
    }
  });
});

test("opens the home page form from the Book link on a page without a form @long", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/about");
  await page.getByRole("navigation", { name: "Quick actions" }).getByRole("link", { name: "Book" }).click();
  await expect(page).toHaveURL(/\/#booking$/);
  await expect(page.locator("#booking-title")).toBeInViewport({ ratio: 1 });
});

test("renders the home page completely after client-side navigation @long", async ({ page }) => {
  await page.goto("/contact");
  await page.getByRole("navigation").getByRole("link", { name: "Home", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Why choose us" })).toBeVisible();
  // The drawings are loaded.
  await expect(page.locator(".house svg")).toBeVisible();
  await expect(page.locator(".trade-card .drawn")).toHaveCount(8);
  await expect(page.locator("svg.planned")).toBeAttached();
});

// booking-form.spec.ts checks the form in every run.
const checkedPages = ["/", "/free-assessment", "/bookings"];
for (const path of isLongRun ? checkedPages : checkedPages.slice(0, 1)) {
  test(`accessibility: ${path} passes the checks without console errors or layout shifts`, async ({
    page,
  }) => {
    const consoleErrors: string[] = [];
    page.on("console", (message) => message.type() === "error" && consoleErrors.push(message.text()));
    page.on("pageerror", (error) => consoleErrors.push(error.message));
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const size of casesForRun([PHONE, TABLET, DESKTOP], createRandom(seedOfRun()))) {
      await page.setViewportSize(size);
      await page.goto(path);
      await page.evaluate(observeShifts);
      await movePointer(page);
      await page.getByLabel("Service", { exact: true }).scrollIntoViewIfNeeded();
      // In the last step on phones.
      await expect(page.getByText(/^\d+ \+ \d+ = \?$/)).toBeAttached();
      expect(await page.evaluate("shifted"), `at ${size.width} px`).toBeLessThan(0.02);
      await expectGoodLayout(page, [size]);
      expect(consoleErrors, `at ${size.width} px`).toEqual([]);
    }
  });
}

/** Sums unexpected layout shifts; runs in the page. */
function observeShifts() {
  const page = window as unknown as { shifted: number };
  page.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
      if (!entry.hadRecentInput) page.shifted += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}
