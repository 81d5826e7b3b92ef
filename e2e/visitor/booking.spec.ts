import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { addDays, dubaiInstant, formatTime } from "../../app/platform/time";
import { isLongRun } from "../../test/faults/rounds";
import { openDay, openDayFrom } from "../harness/days";
import { expect, test } from "../harness/fixture";
import { ADMIN } from "../harness/product";
import {
  answerSecurityCheck,
  book,
  continueOnPhone,
  fillContactDetails,
  movePointer,
  openAsAdmin,
  openWithBlockedScripts,
  securityAnswerField,
  waitForHydration,
} from "../harness/steps";
import { expectAccessible } from "../harness/visual-checks";

/**
 * Main journey: a visitor books on the home page, the office sees the request live and confirms it, an email
 * is sent, and the customer opens the booking by the emailed link.
 */

/** A working day after the last visit of the sample. */
const dayAfterSample = () => openDay(22);

// Different times, because each may have only one free technician.
const screens = [
  ["a phone", "10:00", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ["a desktop", "14:00", { viewport: { width: 1440, height: 900 } }],
] as const;

for (const [name, time, screen] of isLongRun ? screens : screens.slice(0, 1)) {
  test(`books on ${name}, confirms live in the office and emails the customer`, async ({
    browser,
    product,
  }) => {
    const office = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await openAsAdmin(office, "/admin/bookings");
    await expect(office.getByRole("heading", { name: "Bookings" })).toBeVisible();

    const visitor = await (await browser.newContext(screen)).newPage();
    const email = `stranger-${Date.now()}@example.com`;
    await visitor.goto("/");
    await fillForm(visitor, { email, time });
    await answerSecurityCheck(visitor);
    await visitor.getByRole("button", { name: "Submit Booking" }).click();
    await expect(
      visitor.getByText("Your booking has been submitted successfully. We'll contact you within 2 hours."),
    ).toBeVisible();
    await expect(visitor).toHaveURL(/\/bookings\/BK-\d{4}-\d{6}/);
    const reference = /BK-\d{4}-\d{6}/.exec(visitor.url())![0];
    await expect(
      visitor.getByText(formatTime(dubaiInstant(dayAfterSample(), time), "time")).first(),
    ).toBeVisible();
    await expectAccessible(visitor);

    // Appears without a reload.
    const bookingRow = office.getByRole("row").filter({ hasText: reference });
    await expect(bookingRow).toBeVisible();
    await bookingRow.click();
    await office.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(office.getByText("Confirmed").first()).toBeVisible();

    await expect.poll(() => product.emailsTo(email)).toHaveLength(2);
    const mails = await product.emailsTo(email);
    for (const mail of mails) expect(`${mail.subject} ${mail.text}`).toContain(reference);
    const confirmationEmail = mails.find(({ subject }) => /confirmed/i.test(subject ?? ""));
    expect(confirmationEmail?.attachments.some(({ mimeType }) => mimeType === "text/calendar")).toBe(true);

    const link = /http\S+\/bookings\/\S+/.exec(confirmationEmail?.text ?? "")?.[0];
    await visitor.goto(link!);
    await expect(visitor.getByText("Confirmed").first()).toBeVisible();
  });
}

test("shows validation errors beside the fields and focuses the first", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Full name").fill("A");
  await page.getByLabel("Email", { exact: true }).fill("nobody");
  await page.getByLabel(/phone number/).fill("12");
  await answerSecurityCheck(page);
  await page.getByRole("button", { name: "Submit Booking" }).click();
  await expect(page.getByText("Please check the form and fix any errors")).toBeVisible();
  for (const message of [
    "Name must be at least 2 characters",
    "Please enter a valid email address",
    "Please enter a valid UAE phone number (e.g., +971501234567 or 0501234567)",
    "Service selection is required",
    "Street address is required",
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByLabel("Service", { exact: true })).toBeFocused();
  // The message leaves with the last error.
  await page.getByLabel("Service", { exact: true }).selectOption("plumbing");
  await fillContactDetails(page, "corrected@example.com");
  await expect(page.getByText("Validation Error")).toBeVisible();
  await page.getByLabel("Street address").fill("Al Marsa Street");
  await expect(page.getByText("Validation Error")).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("moves the keyboard focus on after the security check and leaves messages uncovered @long", async ({
    page,
  }) => {
    const pageErrors: string[] = [];
    page.on("pageerror", ({ message }) => pageErrors.push(message));
    page.on("console", (message) => message.type() === "error" && pageErrors.push(message.text()));
    await page.goto("/");
    await page.getByLabel("Describe what needs to be done").fill("The tap drips");
    await fillForm(page, { email: `phone-${Date.now()}@example.com`, time: "17:00" });
    await page.getByRole("button", { name: "New question" }).click();
    await expect(securityAnswerField(page)).toBeFocused();
    await answerSecurityCheck(page);
    const submitButton = page.getByRole("button", { name: "Submit Booking" });
    await expect(submitButton).toBeFocused();
    await expectUncovered(submitButton);

    await page.route("**/api/handle-booking", (route) => route.abort(), { times: 1 });
    await submitButton.press("Enter");
    await expect(page.getByText("Failed to submit booking. Please try again.")).toBeVisible();
    await expect(submitButton).toBeFocused();
    pageErrors.length = 0;
    await submitButton.press("Enter");
    const heading = page.getByRole("heading", { name: "We have your booking request" });
    await expect(heading).toBeVisible();
    await expect(page.getByText("Booking Submitted")).toBeVisible();
    await expectUncovered(heading);
    await expectUncovered(page.getByRole("button", { name: "Change the time" }));

    // A reload shows the same page and hydrates it without errors.
    await page.reload();
    await waitForHydration(page);
    await expect(heading).toBeVisible();
    await expect(page.getByText("The tap drips")).toBeVisible();
    await page.getByRole("button", { name: "Change the time" }).click();
    expect(pageErrors).toEqual([]);
  });

  test("shows the previous and new time of a moved booking @long", async ({ page, request }) => {
    const availability = await request.get("/api/availability?service=plumbing");
    const { days }: { days: { date: string; slots: { time: string; free: number }[] }[] } =
      await availability.json();
    const freeSlots = days.slice(2).flatMap(({ date, slots }) => {
      const slot = slots.find(({ free }) => free > 0);
      return slot ? [{ date, time: slot.time }] : [];
    });
    const [from, to] = [freeSlots[0]!, freeSlots[1]!];
    const bookingFields = { preferredDate: from.date, preferredTime: from.time };
    const { reference, followUrl, booking } = await book(request, bookingFields);
    const key = new URL(followUrl, "http://localhost").searchParams.get("key");
    const answer = await request.post(`/api/bookings/${reference}/reschedule`, {
      data: { key, version: booking.version, ...to },
    });
    expect(answer.status()).toBe(200);
    await page.goto(followUrl);
    const [before, after] = [from, to].map(({ date, time }) =>
      formatTime(dubaiInstant(date, time), "dateTime"),
    );
    await expect(page.getByText(`From ${before} to ${after}`)).toBeVisible();
  });

  test("offers to email the correct link when a link is invalid @long", async ({ page, request }) => {
    const { reference } = await book(request, { email: "lost-key@example.com" });
    await page.goto(`/bookings/${reference}?key=mistyped`);
    await expect(page.getByRole("heading", { name: "We cannot find this booking" })).toBeVisible();
    await page.getByLabel("Reference").fill(reference);
    await page.getByLabel("Email or phone number").fill("lost-key@example.com");
    await page.getByRole("button", { name: "Send me the link" }).click();
    await expect(page).toHaveURL("/bookings/link-sent");
  });
});

/** Expects the center of the element to be uncovered. */
async function expectUncovered(element: Locator): Promise<void> {
  await expect(element).toBeInViewport({ ratio: 1 });
  await expect
    .poll(() =>
      element.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return hit !== null && (element.contains(hit) || hit.contains(element));
      }),
    )
    .toBe(true);
}

test("reports a conflict with an office change and cancels at the second attempt @long", async ({
  page,
  request,
  playwright,
  product,
}) => {
  const bookingFields = { preferredDate: openDay(20), preferredTime: "14:00" };
  const { bookingId, followUrl, booking } = await book(request, { service: "hvac", ...bookingFields });
  // A click before hydration is replayed after it.
  const releaseScripts = await openWithBlockedScripts(page, followUrl);
  await page.getByRole("button", { name: "Cancel booking" }).click();
  releaseScripts();
  const office = await playwright.request.newContext({
    baseURL: product.origin,
    extraHTTPHeaders: { Origin: product.origin },
  });
  await office.post("/api/auth/sign-in/email", { data: ADMIN });
  const confirmation = await office.post(`/api/admin/bookings/${bookingId}/transitions`, {
    data: { transition: "confirm", version: booking.version },
  });
  expect(confirmation.ok()).toBe(true);
  await office.dispose();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel booking" }).click();
  await expect(dialog.getByText(/This booking has just changed/)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel booking" }).click();
  await expect(dialog).toBeHidden();
  // Back must not show the state cached before the change.
  await page.goto("/about");
  await page.goBack();
  await expect(page.getByText("Cancelled").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel booking" })).toHaveCount(0);
});

test("issues a new security check after the third wrong answer @long", async ({ page }) => {
  await page.goto("/");
  await movePointer(page);
  const question = page.getByText(/^\d+ \+ \d+ = \?$/);
  await question.scrollIntoViewIfNeeded();
  const first = await question.textContent();
  for (const attemptsLeft of [2, 1]) {
    await securityAnswerField(page).fill("0");
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText(`Please try again. ${attemptsLeft} attempts remaining.`)).toBeVisible();
  }
  await securityAnswerField(page).fill("0");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Challenge refreshed. Please try again.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit Booking" })).toBeDisabled();
  await answerSecurityCheck(page);
  await expect(page.getByText("You may now proceed with your booking.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit Booking" })).toBeEnabled();
  expect(first).toBeTruthy();
});

test("offers other slots when the chosen one is taken and keeps the input @long", async ({
  page,
  request,
}) => {
  await page.goto("/");
  await fillForm(page, { email: "second@example.com", time: "11:00" });
  await answerSecurityCheck(page);
  await expect(page.getByText("You may now proceed with your booking.")).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  // Other visitors take the slot.
  await fillSlot(request, { date: dayAfterSample(), time: "11:00" });
  await page.getByRole("button", { name: "Submit Booking" }).click();
  await expect(
    page.getByText("This time has just been taken. These are the nearest free times."),
  ).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Aisha Al Marri");
  await expect(page.getByLabel("Street address")).toHaveValue("Al Marsa Street");

  const offered = page.getByRole("alert").getByRole("button");
  await expect(offered).toHaveCount(3);
  const chosen = /\d+:\d\d [AP]M/.exec((await offered.nth(1).textContent()) ?? "")![0];
  await offered.nth(1).click();
  await page.getByRole("button", { name: "Submit Booking" }).click();
  await expect(page.getByRole("heading", { name: "We have your booking request" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(chosen);
});

test("rejects a time that is full on a day chosen later @long", async ({ page, request }) => {
  const freeDay = openDay(19);
  const fullDay = openDayFrom(addDays(freeDay, 4));
  await fillSlot(request, { date: fullDay, time: "10:00" });
  await page.goto("/");
  await fillForm(page, { email: "later@example.com", date: freeDay, time: "10:00" });
  await answerSecurityCheck(page);
  await page.getByLabel(/^Preferred date/).fill(fullDay);
  await expect(
    page.getByText(/^10:00 AM on .* is no longer available\. Please choose another time\.$/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Submit Booking" }).click();
  await expect(page.getByText("Please choose one of the times in the list")).toBeVisible();
  await page.getByRole("radio", { name: "Any time" }).check();
  await page.getByRole("button", { name: "Submit Booking" }).click();
  await expect(page.getByRole("heading", { name: "We have your booking request" })).toBeVisible();
});

test("asks before a duplicate booking from another tab and books on the second press @long", async ({
  page,
  request,
}) => {
  const email = "two.tabs@example.com";
  // A slot with capacity for both bookings.
  const slot = { date: openDay(20), time: "15:00" };
  expect(await bookByApi(request, { email, phone: "0501234567", ...slot })).toBe(200);
  await page.goto("/");
  await fillForm(page, { email, ...slot });
  await answerSecurityCheck(page);
  await page.getByRole("button", { name: "Submit Booking" }).click();
  const availability = page.getByText(
    /^You already have booking BK-\d{4}-\d{6} at this time\. Book another visit\?$/,
  );
  await expect(availability).toBeFocused();
  await expect(page.getByLabel("Full name")).toHaveValue("Aisha Al Marri");
  await page.getByRole("button", { name: "Book Another Visit" }).click();
  await expect(page.getByRole("heading", { name: "We have your booking request" })).toBeVisible();
});

async function fillForm(
  page: Page,
  { email, date = dayAfterSample(), time = "10:00" }: { email: string; date?: string; time?: string },
): Promise<void> {
  await page.getByLabel("Service", { exact: true }).selectOption("plumbing");
  await continueOnPhone(page);
  await page.getByLabel("Preferred date").fill(date);
  const slot = formatTime(dubaiInstant(date, time), "time");
  const radio = page.getByRole("radio", { name: new RegExp(`^${slot}\\b`) });
  await expect(page.locator("[aria-busy=true]").filter({ has: radio })).toHaveCount(0);
  await radio.check();
  await continueOnPhone(page);
  await page.getByLabel("Street address").fill("Al Marsa Street");
  await page.getByLabel("Area").fill("Dubai Marina");
  await continueOnPhone(page);
  await page.getByLabel("Full name").fill("Aisha Al Marri");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel(/phone number/).fill("050 123 4567");
}

/** Books a slot until no technician is available. */
async function fillSlot(request: APIRequestContext, slot: { date: string; time: string }): Promise<void> {
  for (let competitor = 0; ; competitor++) {
    const answer = await bookByApi(request, {
      email: `rival-${slot.date}-${competitor}@example.com`,
      ...slot,
    });
    if (answer === 409) return;
    expect(answer).toBe(200);
  }
}

async function bookByApi(
  request: APIRequestContext,
  bookingFields: { email: string; time: string; date?: string; phone?: string },
): Promise<number> {
  const check = await (await request.get("/api/security-check")).json();
  const answer = await request.post("/api/handle-booking", {
    data: {
      customerName: "A Rival",
      email: bookingFields.email,
      phone: bookingFields.phone ?? "0509876543",
      service: "plumbing",
      preferredDate: bookingFields.date ?? dayAfterSample(),
      preferredTime: bookingFields.time,
      addressParts: { street: "Al Marsa Street" },
      securityCheck: { id: check.id, answer: check.a + check.b },
    },
  });
  return answer.status();
}
