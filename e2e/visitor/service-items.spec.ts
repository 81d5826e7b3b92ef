import type { Page } from "@playwright/test";
import { regularSunday } from "../harness/days";
import { expect, OFFICE_PRODUCT, test } from "../harness/fixture";
import {
  answerSecurityCheck,
  continueOnPhone,
  fillContactDetails,
  openAsAdmin,
  waitForDeferredScripts,
} from "../harness/steps";
import { DESKTOP, expectAccessible, expectGoodLayout, PHONE } from "../harness/visual-checks";

/**
 * Service items chosen by quantity: the total is known before booking, and all later pages show the same
 * lines.
 */

test.use(OFFICE_PRODUCT);

const screens = [
  {
    name: "a phone",
    weeks: 3,
    use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  },
  { name: "a desktop", weeks: 4, use: { viewport: { width: 1440, height: 900 } } },
];

for (const { name, weeks, use } of screens) {
  test(`updates the total with quantity, service and time on ${name} and stores the lines @long`, async ({
    browser,
    product,
  }) => {
    const page = await (await browser.newContext(use)).newPage();
    const email = `lines-${weeks}-${Date.now()}@example.com`;
    await page.goto("/services/plumbing");
    await waitForDeferredScripts(page);
    await page.getByLabel("Service", { exact: true }).scrollIntoViewIfNeeded();
    const isPhone = use.viewport.width < 768;
    const total = isPhone
      ? page.getByRole("button", { name: /Continue$/ })
      : page.locator("#booking").getByText(/incl\. VAT/);
    const totalText = (fils: string) => new RegExp(`AED\\s${fils} ${isPhone ? "· Continue" : "incl"}`);
    if (isPhone) await expect(total).toHaveText("To be assessed · Continue");
    else await expect(page.getByRole("region", { name: "Your visit" })).toContainText("assessed on site");

    const addButton = page.getByRole("button", { name: "One more: Mixer or tap replaced" });
    for (let times = 0; times < 3; times++) await addButton.click();
    await expect(page.getByLabel("Mixer or tap replaced", { exact: true })).toHaveValue("3");
    await expect(total).toHaveText(totalText("540"));
    await page.getByText("Add another service to the same visit").click();
    await page.locator("summary", { hasText: "Handyman" }).click();
    await page.getByLabel("TV on the wall", { exact: true }).fill("1");
    await expect(total).toHaveText(totalText("700"));

    await continueOnPhone(page);
    await page.getByLabel("Preferred date").fill(regularSunday(weeks));
    const noon = page.getByRole("radio", { name: /^12:00 PM/ });
    await expect(noon).toHaveAccessibleName(/\+25%/);
    await noon.check();
    await expect(total).toHaveText(totalText("875"));
    await continueOnPhone(page);
    await page.getByLabel("Street address").fill("12 Al Marsa Street");
    await page.getByLabel("Area").fill("Mirdif");
    await continueOnPhone(page);
    await fillContactDetails(page, email);
    const summary = page.getByRole("region", { name: "Your visit" });
    await expect(summary).toContainText("3 × Mixer or tap replaced");
    await expect(summary).toContainText(/Outside opening hours \+25% \(Plumbing\)\s*AED\s135/);
    await expect(summary).toContainText("Includes AED 41.67 VAT. The work takes about 3 hours, 15 minutes.");
    await expectNarrow(page, use.viewport.width);
    await expectAccessible(page);

    await answerSecurityCheck(page);
    await page.getByRole("button", { name: "Submit Booking" }).click();
    await expect(page.getByRole("heading", { name: "We have your booking request" })).toBeVisible();
    const bookedLines = [
      "3 × Mixer or tap replaced",
      "TV on the wall",
      "Outside opening hours +25% (Handyman)",
      "AED 875",
    ];
    for (const line of bookedLines) await expect(page.getByText(line).first()).toBeVisible();
    await expect(page.getByText(/^Includes AED\s41\.67 VAT\.$/)).toBeVisible();
    await expect(page.getByText(/From AED/)).toHaveCount(0);
    await expectNarrow(page, use.viewport.width);
    const reference = /BK-\d{4}-\d{6}/.exec(page.url())![0];
    await expect.poll(async () => (await product.emailsTo(email)).length).toBeGreaterThan(0);
    const [mail] = await product.emailsTo(email);
    expect(mail?.text?.replaceAll("\u00a0", " ")).toContain("3 × Mixer or tap replaced: AED 540");

    // The form is empty and short again, so Back must scroll to its beginning.
    await page.reload();
    await expect(page.getByRole("heading", { name: "We have your booking request" })).toBeVisible();
    await waitForDeferredScripts(page);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Book Your Service" })).toBeInViewport();

    await openAsAdmin(page, `/admin/bookings?search=${reference}`);
    await page.getByRole("link", { name: reference }).click();
    const drawer = page.getByRole("complementary", { name: reference });
    for (const line of bookedLines) await expect(drawer.getByText(line).first()).toBeVisible();
    await drawer.getByRole("button", { name: "Correct the booking" }).click();
    const form = drawer.getByRole("form", { name: "Correct the booking" });
    await form.getByRole("button", { name: "One less: Mixer or tap replaced" }).click();
    await form.getByLabel("Charge the out-of-hours surcharge").uncheck();
    await expectAccessible(page);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`${reference} corrected`)).toBeVisible();
    await expect(drawer.getByText("2 × Mixer or tap replaced", { exact: true })).toBeVisible();
    await expect(drawer.getByText(/^AED\s520$/)).toBeVisible();
    await expect(drawer.getByText(/Outside opening hours/)).toHaveCount(0);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("asks for service items on the response page and shows the total @long", async ({ page }) => {
    await page.goto("/bookings");
    await fillContactDetails(page, `plain-lines-${Date.now()}@example.com`);
    await page.getByLabel("Service", { exact: true }).selectOption("hvac");
    await page.getByLabel("Street address").fill("12 Al Marsa Street");
    const submit = page.getByRole("button", { name: "Submit Booking" });
    await submit.click();
    await page.getByLabel("AC service", { exact: true }).fill("ninety");
    await submit.click();
    await expect(page.getByText("Please choose up to 50 of each item")).toBeVisible();
    await page.getByLabel("AC service", { exact: true }).fill("3");
    const label = await page.locator("label", { hasText: /^\d+ \+ \d+ = \?$/ }).textContent();
    const [a = 0, b = 0] = (label ?? "").match(/\d+/g)?.map(Number) ?? [];
    await page.getByLabel(`${a} + ${b} = ?`).fill(String(a + b));
    await submit.click();
    await expect(page.getByRole("heading", { name: "We have your booking request" })).toBeVisible();
    await expect(page.getByText("3 × AC service")).toBeVisible();
    await expect(page.getByText(/AED\s750/).first()).toBeVisible();
  });
});

test("carries typical jobs of the service page into the form @long", async ({ page }) => {
  await page.goto("/services/plumbing");
  await page
    .getByRole("link", { name: /^Add to the booking: / })
    .first()
    .click();
  await expect(page.locator("#booking-title")).toBeInViewport();
  const summary = page.getByRole("region", { name: "Your visit" });
  await expect(summary).toContainText("AED");
  const before = (await summary.textContent())!;
  // After hydration of the form.
  await page
    .getByRole("link", { name: /^Add to the booking: / })
    .nth(2)
    .click();
  await expect(summary).not.toHaveText(before);
});

test("shows a summary with services, price and next steps beside the form of /bookings @long", async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP);
  await page.goto("/bookings");
  const glancePanel = page.getByRole("region", { name: "At a glance" });
  await expect(glancePanel.getByText("Not chosen yet")).toBeVisible();
  await page.getByLabel("Service", { exact: true }).selectOption("plumbing");
  await expect(glancePanel.getByText("To be assessed on site")).toBeVisible();
  await page.getByRole("button", { name: "One more: Plumbing call-out" }).click();
  await expect(glancePanel.getByText(/^From AED\s150 incl\. VAT$/)).toBeVisible();
  await expect(glancePanel.getByText("Any time – we'll agree it with you")).toBeVisible();
  await page.getByLabel("Preferred date").fill(regularSunday(5));
  await page.getByRole("radio", { name: /^12:00 pm/i }).check();
  await expect(glancePanel.getByText(/ at 12:00 pm$/i)).toBeVisible();
  await expect(glancePanel.getByText(/Open the link in our email to keep it/)).toBeVisible();
  // The summary stays in view to the end of the form.
  await page.getByRole("button", { name: "Submit Booking" }).scrollIntoViewIfNeeded();
  await expect(glancePanel.getByText("What happens next")).toBeInViewport();
  await page.getByLabel("Service", { exact: true }).selectOption("emergency");
  await expect(glancePanel.getByText("The nearest available technician", { exact: true })).toBeVisible();
  await expectGoodLayout(page, [DESKTOP]);
  await page.setViewportSize(PHONE);
  await expect(glancePanel).toBeHidden();
});

test("shows the emergency call-out price with its surcharge before submission @long", async ({ page }) => {
  await page.goto("/bookings");
  await page.getByLabel("Service", { exact: true }).selectOption("emergency");
  const summary = page.getByRole("region", { name: "Your visit" });
  await expect(summary).toContainText(/Emergency \+50%\s*AED\s75/);
  await page.getByLabel("What is the problem?").selectOption("handyman");
  await expect(summary).toContainText(/Total\s*AED\s225/);
  await expect(page.locator("#booking").getByText(/incl\. VAT/)).toHaveText(/AED\s225 incl/);
});

async function expectNarrow(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}
