import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { isLongRun } from "../../test/faults/rounds";
import { openDay } from "../harness/days";
import { expect, test } from "../harness/fixture";
import {
  answerSecurityCheck,
  fillContactDetails,
  requestBooking,
  securityAnswerField,
  waitForDeferredScripts,
} from "../harness/steps";
import { expectAccessible } from "../harness/visual-checks";

/** Visitor forms without JavaScript, and with hydration after submission. */

const submit = (page: Page) => page.getByRole("button", { name: "Submit Booking" });
/** Answers the security question of the page; `off` is added to the correct sum. */
async function solveSecurityQuestion(page: Page, off = 0): Promise<void> {
  const label = await page.locator("label", { hasText: /^\d+ \+ \d+ = \?$/ }).textContent();
  const [a = 0, b = 0] = (label ?? "").match(/\d+/g)?.map(Number) ?? [];
  await securityAnswerField(page).fill(String(a + b + off));
}

/** Expects a field to be focused and in view. */
async function expectFocusedInView(field: Locator): Promise<void> {
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
}

const newEmail = () => `plain-${randomUUID()}@example.com`;

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const path of ["/dashboard", "/user-settings"]) {
    test(`refers to the emailed link on ${path} instead of loading forever`, async ({ page }) => {
      await page.goto(path);
      // getByText skips the content of noscript.
      const notice = page.locator("noscript p");
      await expect(notice).toBeVisible();
      await expect(notice).toHaveText(
        "This page needs JavaScript. Open your booking from the link in our email instead.",
      );
      await expect(page.getByText("Loading", { exact: true })).toBeHidden();
    });
  }

  const formPages = ["/bookings", "/", "/services/painting", "/free-assessment"];
  for (const path of isLongRun ? formPages : formPages.slice(0, 1)) {
    test(`accepts a booking on ${path} after rejected input is corrected`, async ({ page }) => {
      await page.goto(path);
      const title = await page.getByRole("heading", { level: 1 }).innerText();
      await fillContactDetails(page, newEmail());
      const phone = page.getByLabel("UAE phone number");
      await phone.fill("12");
      await page.getByLabel("Service", { exact: true }).selectOption("painting");
      await page.getByLabel("Street address").fill("12 Al Marsa Street");
      await page.getByLabel("Describe what needs to be done").fill("Two rooms & a hall <white>");
      await page.getByRole("radio", { name: /^2:00 pm$/i }).check();
      await submit(page).click();

      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title, { useInnerText: true });
      await expect(page.getByText(/Please enter a valid UAE phone number/)).toBeVisible();
      await expectFocusedInView(phone);
      await expect(phone).toHaveAttribute("aria-invalid", "true");
      await expect(phone).toHaveAccessibleDescription(/Please enter a valid UAE phone number/);
      await expect(page.getByLabel("Full name")).toHaveValue("Omar Haddad");
      await expect(page.getByLabel("Service", { exact: true })).toHaveValue("painting");
      await expect(page.getByLabel("Describe what needs to be done")).toHaveValue(
        "Two rooms & a hall <white>",
      );
      await expect(page.getByRole("radio", { name: /^2:00 pm$/i })).toBeChecked();

      await phone.fill("0501234567");
      await solveSecurityQuestion(page, 1);
      await submit(page).click();
      await expect(page.getByText("Incorrect Answer")).toBeVisible();
      await expectFocusedInView(securityAnswerField(page));
      await solveSecurityQuestion(page);
      await submit(page).click();
      await expect(page).toHaveURL(/\/bookings\/BK-\d{4}-\d{6}\?booked/);
      await expect(page.getByRole("heading", { name: "We have your booking request" })).toBeVisible();
      await expect(page.getByText("What happens next")).toBeVisible();
      await expect(page.getByText("12 Al Marsa Street")).toBeVisible();
      // Actions that need JavaScript are hidden and replaced by a hint.
      await expect(page.getByRole("button", { name: "Cancel booking" })).toBeHidden();
      await expect(page.getByText(/^To change or cancel this booking, please call us/)).toBeVisible();
    });
  }

  test("offers the three nearest slots when the chosen one is taken @long", async ({ page, request }) => {
    const date = openDay(20);
    const slotFields = { service: "hvac", preferredDate: date, preferredTime: "10:00" };
    await page.goto(`/bookings`);
    await fillContactDetails(page, newEmail());
    await page.getByLabel("Service", { exact: true }).selectOption("hvac");
    await page.getByLabel("Street address").fill("12 Al Marsa Street");
    await page.getByLabel("Preferred date").fill(date);
    await page.getByRole("radio", { name: /^10:00 am$/i }).check();
    await submit(page).click();
    await expect(page.getByText("One last question")).toBeVisible();
    await expectFocusedInView(securityAnswerField(page));
    await solveSecurityQuestion(page);
    // Other visitors take the slot meanwhile.
    await expect(async () => {
      await expect(requestBooking(request, slotFields)).rejects.toThrow("409");
    }).toPass({ intervals: [0] });
    await submit(page).click();

    const alternatives = page.getByRole("alert");
    await expectFocusedInView(alternatives);
    await expect(alternatives.getByRole("radio")).toHaveCount(3);
    await expect(page.getByLabel("Preferred date")).toHaveValue(date);
    await alternatives.getByRole("radio").nth(1).check();
    await solveSecurityQuestion(page);
    await submit(page).click();
    await expect(page.getByRole("heading", { name: "We have your booking request" })).toBeVisible();
  });

  test("shows the waiting time after too many attempts and keeps the input @long", async ({ page }) => {
    await page.goto(`/contact`);
    await page.getByLabel("Full name").fill("Omar Haddad");
    await page.getByLabel("Email", { exact: true }).fill(newEmail());
    await page.getByLabel("Your message").fill("Hello?");
    const send = page.getByRole("button", { name: "Send Message" });
    await send.click();
    for (let count = 0; count < 4; count++) {
      await solveSecurityQuestion(page, 1);
      await send.click();
    }
    await expectFocusedInView(page.getByRole("alert"));
    await expect(page.getByRole("alert")).toContainText(/wait \d+ seconds/);
    await expect(page.getByLabel("Your message")).toHaveValue("Hello?");
  });

  test("sends a contact message after validation and the security check @long", async ({ page, product }) => {
    await page.goto(`/contact`);
    await page.getByLabel("Full name").fill("Omar Haddad");
    await page.getByLabel("Email", { exact: true }).fill("no-script");
    await page.getByLabel("Your message").fill("Hello from a plain browser");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await expectFocusedInView(page.getByLabel("Email", { exact: true }));
    await page.getByLabel("Email", { exact: true }).fill(newEmail());
    await solveSecurityQuestion(page);
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page).toHaveURL(/\/contact\/sent\?reference=MS-\d{4}-\d{6}$/);
    const office = async () =>
      (await product.emailsTo("office@rukn.example")).map(({ text }) => text).join("\n");
    await expect.poll(office).toContain("Hello from a plain browser");
  });

  test("requests a contract with the chosen package and property @long", async ({ page }) => {
    await page.goto(`/amc-packages`);
    await page.getByText("Villa (4 or more bedrooms)").first().click();
    await page.getByRole("radio", { name: /Premium/ }).check();
    await fillContactDetails(page, newEmail());
    await page.getByRole("button", { name: "Request Contract" }).click();
    await expect(page.getByText("Street address is required")).toBeVisible();
    await expectFocusedInView(page.getByLabel("Street address"));
    await expect(page.getByRole("radio", { name: /Premium/ })).toBeChecked();
    await expect(page.getByRole("table", { name: "Compare the packages" })).toContainText(/AED.10,500/);
    await page.getByLabel("Street address").fill("12 Al Marsa Street");
    await solveSecurityQuestion(page);
    await page.getByRole("button", { name: "Request Contract" }).click();
    await expect(page).toHaveURL(/\/amc-packages\/requested\?reference=AMC-\d{4}-\d{6}$/);
  });

  test("returns to the security check on Back without a duplicate submission @long", async ({
    page,
    product,
  }) => {
    const email = newEmail();
    await page.goto(`/contact`);
    await page.getByLabel("Full name").fill("Omar Haddad");
    await page.getByLabel("Email", { exact: true }).fill("no-script");
    await page.getByLabel("Your message").fill("Once is enough");
    const send = page.getByRole("button", { name: "Send Message" });
    await send.click();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await solveSecurityQuestion(page);
    await send.click();
    await expect(page).toHaveURL(/\/contact\/sent/);
    const sent = page.url();
    await page.goBack();
    await expect(page.getByLabel("Your message")).toHaveValue("Once is enough");
    await solveSecurityQuestion(page);
    await page.getByLabel("Email", { exact: true }).fill(email);
    await send.click();
    await expect(page).toHaveURL(sent);
    const subjects = async () => (await product.emailsTo(email)).map(({ subject }) => subject);
    await expect.poll(subjects).toHaveLength(1);
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  test("dials the emergency line from the phone bar once an emergency is chosen @long", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const call = page.getByRole("navigation", { name: "Quick actions" }).getByRole("link", { name: "Call" });
    for (const path of ["/", "/services/painting"]) {
      await page.goto(path);
      await expect(call).toHaveAttribute("href", "tel:+97145550100");
      await page.getByLabel("Service", { exact: true }).selectOption("emergency");
      await expect(call).toHaveAttribute("href", "tel:+97145550199");
    }
  });

  test("opens the ways to call from the bar of a page that begins with the form @long", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ["/bookings", "/free-assessment"]) {
      await page.goto(path);
      await page.getByRole("button", { name: "Contact", exact: true }).click();
      const lines = page.locator("[popover]:popover-open");
      await expect(lines.getByRole("link", { name: "Call" })).toHaveAttribute("href", "tel:+97145550100");
      await expect(lines.getByRole("link", { name: "Emergency line" })).toHaveAttribute(
        "href",
        "tel:+97145550199",
      );
    }
  });

  test("emails a booking link on request @long", async ({ page }) => {
    await page.goto("/bookings");
    await page.locator("summary", { hasText: "Follow a booking" }).click();
    await page.getByLabel("Reference").fill("BK-26");
    await page.getByLabel("Email or phone number").fill("plain@example.com");
    await page.getByRole("button", { name: "Send me the link" }).click();
    await expectFocusedInView(page.getByLabel("Reference"));
    await expect(page.getByLabel("Email or phone number")).toHaveValue("plain@example.com");
    await page.getByLabel("Reference").fill("BK-2026-000001");
    await page.getByRole("button", { name: "Send me the link" }).click();
    await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  });
});

test("hydrates the response page of a submitted form with input typed since @long", async ({ page }) => {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  const blocked = Promise.withResolvers<void>();
  await page.route(/assets\/.*\.js$/, async (route) => {
    await blocked.promise;
    await route.fallback();
  });
  await page.goto(`/bookings`, { waitUntil: "commit" });
  await fillContactDetails(page, newEmail());
  await page.getByLabel("UAE phone number").fill("12");
  await page.getByLabel("Service", { exact: true }).selectOption("plumbing");
  await submit(page).click();
  await expect(page.getByText("Street address is required")).toBeVisible();
  await expectAccessible(page);
  const questionLabel = await page.locator("label", { hasText: /^\d+ \+ \d+ = \?$/ }).textContent();
  await page.getByLabel("UAE phone number").fill("0501234567");
  await solveSecurityQuestion(page);
  // The browser logs the page's status 400 as an error; no other error is allowed.
  expect(problems.splice(0).filter((problem) => !problem.includes("400"))).toEqual([]);
  blocked.resolve();

  await waitForDeferredScripts(page);
  await expect(page.getByRole("button", { name: "Verify" })).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Omar Haddad");
  await expect(page.getByLabel("UAE phone number")).toHaveValue("0501234567");
  await expect(page.getByLabel("Service", { exact: true })).toHaveValue("plumbing");
  await expect(page.getByText(questionLabel!)).toBeVisible();
  await expect(securityAnswerField(page)).not.toHaveValue("");
  // A link within the page is a router navigation, which discards the action response.
  await page
    .getByRole("link", { name: "Skip to main content" })
    .evaluate((link: HTMLElement) => link.click());
  await expect(page.getByText("Street address is required")).toBeVisible();
  await page.getByLabel("Street address").fill("12 Al Marsa Street");
  await expect(page.getByText("Street address is required")).toBeHidden();
  await answerSecurityCheck(page);
  await submit(page).click();
  await expect(page.getByRole("heading", { name: "We have your booking request" })).toBeVisible();
  expect(problems).toEqual([]);
});
