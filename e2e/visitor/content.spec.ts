import { createRandom } from "../../app/platform/random";
import { casesForRun, isLongRun, seedOfRun } from "../../test/faults/rounds";
import { expect, test } from "../harness/fixture";
import type { Product } from "../harness/product";
import {
  answerSecurityCheck,
  book,
  fillContactDetails,
  openWithBlockedScripts,
  waitForDeferredScripts,
} from "../harness/steps";
import { expectGoodLayout, PHONE } from "../harness/visual-checks";

/** Pages for services, packages, finished work and the business. */

const OFFICE = "office@rukn.example";
const OFFICE_LINE = "tel:+97145550100";
const EMERGENCY_LINE = "tel:+97145550199";

const pages = [
  "/services",
  "/services/hvac",
  "/services/emergency",
  "/services/hvac/reviews",
  "/amc-packages",
  "/amc-packages/requested",
  "/portfolio",
  "/portfolio/painting",
  "/about",
  "/contact",
  "/contact/sent",
  "/privacy-policy",
  "/terms-of-service",
];

test("shows the price of an emergency on the pages of trades @long", async ({ page }) => {
  await page.goto("/services/plumbing");
  const price = page.getByRole("link", { name: /^AED.225 an hour incl. VAT$/ });
  await expect(price).toHaveAttribute("href", "/services/emergency");
  await page.goto("/services/emergency");
  await expect(price).toHaveCount(0);
});

test("accessibility: content pages pass axe and fit a phone", async ({ page }) => {
  await page.setViewportSize(PHONE);
  for (const path of casesForRun(pages, createRandom(seedOfRun()))) {
    await page.goto(path);
    await expectGoodLayout(page, [PHONE]);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
  }
});

test("shows a not-found page inside the site for unknown addresses", async ({ page }) => {
  const paths = ["/services/roofing", "/services/free-survey", "/portfolio/roofing"];
  for (const path of casesForRun(paths, createRandom(seedOfRun()))) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeVisible();
  }
});

const unknownPages = ["/services/no-such-service", "/plumbing-dubai"];
for (const path of isLongRun ? unknownPages : unknownPages.slice(0, 1)) {
  test(`shows a not-found page at ${path} with links to services, booking and call @turn-1`, async ({
    page,
  }) => {
    expect((await page.goto(path))?.status()).toBe(404);
    const suggestions = page.getByRole("region", { name: "Are you looking for one of these?" });
    await expect(suggestions.getByRole("listitem")).toHaveCount(9);
    await expect(suggestions.getByRole("link", { name: /^Call us/ })).toHaveAttribute(
      "href",
      "tel:+97145550100",
    );
    await expect(suggestions.getByRole("link", { name: "Find my booking" })).toBeVisible();
    await expectGoodLayout(page, [PHONE]);
    await suggestions.getByRole("link", { name: "Plumbing" }).click();
    await expect(page).toHaveURL(/\/services\/plumbing$/);
  });
}

test("shows prices on a service page and preselects the service in its form @long", async ({ page }) => {
  await page.goto("/services");
  await page
    .getByRole("link", { name: /^Plumbing/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/services\/plumbing$/);
  const jobs = page.getByRole("table", { name: "Typical jobs and prices" });
  await expect(jobs.getByRole("row", { name: /Hidden leak located About 2h From AED.300/ })).toBeVisible();
  await expect(page.getByLabel("Service", { exact: true })).toHaveValue("plumbing");
  const question = page.getByText("Will you have to break tiles?");
  await question.click();
  await expect(page.getByText("Rarely. We locate the leak from outside first.")).toBeVisible();
});

test("shows the published reviews of a service on their own page @long", async ({ page, request }) => {
  const releaseScripts = await openWithBlockedScripts(page, "/services/hvac/reviews");
  await expect(page.getByRole("heading", { level: 1, name: "What customers say" })).toBeVisible();
  await expect(page.getByRole("figure").first()).toContainText(/\d{4}/);
  const reviews = page.getByRole("main").getByRole("figure");
  const shown = await reviews.count();
  // A click before hydration is not lost.
  await page.getByRole("button", { name: "Older reviews" }).click();
  releaseScripts();
  await expect.poll(() => reviews.count()).toBeGreaterThan(shown);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/services\/hvac\/reviews$/);
  const siteMap = await (await request.get("/sitemap.xml")).text();
  expect(siteMap).toContain("/services/hvac/reviews</loc>");
  expect((await request.get("/services/nothing/reviews")).status()).toBe(404);
  await page.getByRole("main").getByRole("link", { name: "Book this service" }).click();
  await expect(page).toHaveURL("/services/hvac#booking");
});

test("offers the call first and no time slots for an emergency @long", async ({ page }) => {
  await page.goto("/services/emergency");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: /^Call \+971 4 555 0199/ }).first()).toHaveAttribute(
    "href",
    "tel:+97145550199",
  );
  await expect(main.getByRole("heading", { name: "The two-hour clock" })).toBeVisible();
  await expect(main.getByLabel("Service", { exact: true })).toHaveValue("emergency");
  await expect(main.getByLabel("Preferred date")).toHaveCount(0);
});

test("dials the emergency line from every part of a phone page once an emergency is chosen", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const inBar = page.getByRole("navigation", { name: "Quick actions" }).getByRole("link", { name: "Call" });
  await page.goto("/services/emergency");
  await expect(inBar).toHaveAttribute("href", EMERGENCY_LINE);
  await page.goto("/services/plumbing");
  await expect(inBar).toHaveAttribute("href", OFFICE_LINE);
  await waitForDeferredScripts(page);
  await page.getByLabel("Service", { exact: true }).selectOption("emergency");
  await page.getByLabel("Service", { exact: true }).scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Contact", exact: true }).click();
  const callsOfMenu = page.locator("[popover]:popover-open a[href^='tel:']");
  await expect(callsOfMenu).toHaveCount(1);
  await expect(callsOfMenu).toHaveAttribute("href", EMERGENCY_LINE);
  await page.keyboard.press("Escape");
  await page.evaluate(() => scrollTo(0, 0));
  await expect(inBar).toHaveAttribute("href", EMERGENCY_LINE);

  const { followUrl } = await book(request, { service: "emergency" });
  for (const path of [followUrl, `${followUrl}&booked`]) {
    await page.goto(path);
    const call = page.getByRole("link", { name: "Call", exact: true });
    await expect(call).toHaveAttribute("href", EMERGENCY_LINE);
  }
});

test("links booking lookup, packages and finished work at every width @long", async ({ page }) => {
  const links = {
    "My booking": "/bookings#follow",
    "AMC packages": "/amc-packages",
    Portfolio: "/portfolio",
  };
  const widths = [320, 390, 768, 1024, 1280, 1440, 1920];
  for (const width of casesForRun(widths, createRandom(seedOfRun()))) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/");
    await waitForDeferredScripts(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const footer = page.getByRole("contentinfo");
    for (const [name, path] of Object.entries(links)) {
      await expect(footer.getByRole("link", { name })).toHaveAttribute("href", path);
    }
    const bookings = page.getByRole("link", { name: /^Book( a visit)?$/ });
    await expect(bookings.first()).toBeInViewport({ ratio: 1 });
    const toggle = page.getByRole("button", { name: "Open menu" });
    if (await toggle.isVisible()) await toggle.click();
    const header = page.getByRole("banner");
    for (const name of Object.keys(links)) {
      await expect(header.getByRole("link", { name }).and(page.locator(":visible")).first()).toBeVisible();
    }
  }
  await page.getByRole("banner").getByRole("link", { name: "My booking" }).click();
  await expect(page.getByRole("heading", { name: "Follow a booking" })).toBeInViewport();
});

test("updates package prices by property type, also by keyboard @turn-1", async ({ page }) => {
  await page.goto("/amc-packages");
  const table = page.getByRole("table", { name: "Compare the packages" });
  await expect(table).toContainText(/AED.3,400/);
  await page.getByLabel("Apartment (2–3 bedrooms)").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByLabel("Villa (4 or more bedrooms)")).toBeChecked();
  for (const price of ["3,800", "6,500", "10,500"]) {
    await expect(table.getByText(`AED ${price}`).filter({ visible: true })).toHaveCount(1);
  }
  await expect(table.getByText(/AED.3,400/).filter({ visible: true })).toHaveCount(0);
});

test("selects a package chosen before hydration despite later input @long", async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/amc-packages", { waitUntil: "commit" });
  await page.getByRole("link", { name: "Choose Premium" }).first().click();
  await page.getByLabel("UAE phone number").click();
  await expect(page.getByLabel(/^Premium/)).not.toBeChecked();
  release();
  await expect(page.getByLabel(/^Premium/)).toBeChecked();
});

test("requests a contract and notifies customer and office @turn-2", async ({ page, product }) => {
  await page.goto("/amc-packages");
  await page.getByText("Villa (3 bedrooms)").first().click();
  await page.getByRole("link", { name: "Choose Premium" }).first().click();
  await expect(page.getByLabel(/^Premium/)).toBeChecked();
  await fillContactDetails(page, "contract@example.com");
  await page.getByLabel("Street address").fill("Street 14");
  await answerSecurityCheck(page);
  await page.getByLabel("Street address").fill("");
  await page.getByRole("button", { name: "Request Contract" }).click();
  await expect(page.getByText("Street address is required")).toBeVisible();
  await expect(page.getByLabel("Street address")).toBeFocused();
  await page.getByLabel("Street address").fill("Street 14, Villa 22");
  await page.getByRole("button", { name: "Request Contract" }).click();
  await expect(page).toHaveURL(/\/amc-packages\/requested\?reference=AMC-\d{4}-\d{6}$/);
  await expect(page.getByRole("heading", { name: "Contract requested", level: 1 })).toBeVisible();
  const reference = new URL(page.url()).searchParams.get("reference")!;
  await expect(page.getByText(`Your reference: ${reference}`)).toBeVisible();
  // The page itself confirms the request, without a toast.
  await expect(page.getByRole("heading", { name: "Contract requested", level: 1 })).toBeFocused();
  expect(await page.locator("[data-toast]").count()).toBe(0);
  const mails = () => product.emailsTo("contract@example.com");
  await expect.poll(mails).toHaveLength(1);
  expect((await mails())[0]?.text).toMatch(/AED.7,500 incl\. VAT/);
  expect((await mails())[0]?.text).toContain(reference);
  await expect
    .poll(async () => (await product.emailsTo(OFFICE)).map(({ subject }) => subject).join())
    .toContain(`Contract request ${reference}: Premium`);

  if (!isLongRun) return;
  await page.goBack();
  await expect(page.getByLabel(/^Premium/)).toBeChecked();
  await expect(page.getByLabel("Villa (3 bedrooms)")).toBeChecked();
});

test("delivers a contact message to the office @turn-2", async ({ page, product }) => {
  await page.goto("/contact");
  await expect(page.getByRole("main").locator('a[href="/services/emergency"]')).toBeVisible();
  await page.getByLabel("Full name").fill("Priya Nair");
  await page.getByLabel("Email", { exact: true }).fill("message@example.com");
  await answerSecurityCheck(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Message is required")).toBeVisible();
  await page.getByLabel("Your message").fill("Do you work in Sharjah?");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page).toHaveURL(/\/contact\/sent\?reference=MS-\d{4}-\d{6}$/);
  const reference = new URL(page.url()).searchParams.get("reference")!;
  await expect(page.getByText(`Your reference: ${reference}`)).toBeVisible();
  // The cached page takes the reference from its address alone.
  await page.reload();
  await expect(page.getByText(`Your reference: ${reference}`)).toBeVisible();
  await expect
    .poll(async () => (await product.emailsTo("message@example.com")).map(({ subject }) => subject))
    .toEqual([`We have your message ${reference}`]);
  await expect.poll(() => readOfficeEmails(product)).toContain("Do you work in Sharjah?");
});

test("compares before and after photos with a slider, by keyboard", async ({ page }) => {
  await page.goto("/portfolio");
  await page.getByRole("link", { name: "Tiling & Flooring" }).click();
  await expect(page).toHaveURL(/\/portfolio\/tiling$/);
  const project = page.getByRole("article");
  await expect(project).toHaveCount(1);
  const compare = project.getByRole("button", { name: "Compare" });
  await compare.focus();
  await page.keyboard.press("Enter");
  const slider = project.getByRole("slider");
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveValue("51");
  await expect(slider).toHaveAttribute("aria-valuetext", "51% before");
  await page.keyboard.press("Home");
  await expect(slider).toHaveValue("0");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("shows all content and updates prices by property type @long", async ({ page }) => {
    await page.goto("/services/painting");
    await expect(page.getByRole("table", { name: "Typical jobs and prices" })).toContainText(/AED.4,800/);
    await expect(page.getByRole("table", { name: "Typical jobs and prices" })).not.toContainText("From");
    await page.goto("/portfolio");
    await expect(page.getByRole("article")).toHaveCount(8);
    await page.goto("/amc-packages");
    await expect(page.getByText("Loading address services...")).toBeHidden();
    await page.getByText("Villa (4 or more bedrooms)").first().click();
    await expect(page.getByRole("table", { name: "Compare the packages" })).toContainText(/AED.10,500/);
  });
});

/** Text of all emails to the office. */
async function readOfficeEmails(product: Product): Promise<string> {
  return (await product.emailsTo(OFFICE)).map(({ text }) => text).join("\n");
}
