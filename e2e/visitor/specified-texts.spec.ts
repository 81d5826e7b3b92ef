import { expect, test } from "../harness/fixture";
import {
  answerSecurityCheck,
  boxOf,
  fillBookingForm,
  securityAnswerField,
  waitForDeferredScripts,
} from "../harness/steps";

/** Specified texts not covered by other tests: intermediate states, failures, leaving the page. */

test("shows each state of the form from security check to confirmation, and resets the form @long", async ({
  page,
}) => {
  await page.goto("/bookings");
  await waitForDeferredScripts(page);
  const send = page.getByRole("button", { name: "Submit Booking" });
  await expect(send).toBeDisabled();
  await answerSecurityCheck(page);
  await expect(page.getByText("Verification Successful")).toBeVisible();
  await expect(securityAnswerField(page)).toBeDisabled();
  await expect(page.getByRole("button", { name: "Verified" })).toBeDisabled();

  await send.click();
  await expect(page.getByText("Validation Error")).toBeVisible();
  await expect(page.getByText("Please check the form and fix any errors").first()).toBeVisible();
  await expect(page.getByText("Name is required")).toBeVisible();
  await page.reload();

  await fillBookingForm(page, { email: "walker@example.com", service: "electrical" });
  const blocked = Promise.withResolvers<void>();
  await page.route("**/api/handle-booking", async (route) => {
    await blocked.promise;
    await route.continue();
  });
  await send.click();
  await expect(page.getByRole("button", { name: "Submitting Your Request..." })).toBeDisabled();
  blocked.resolve();
  await expect(page.getByText("Booking Submitted")).toBeVisible();
  await expect(
    page.getByText("Your booking has been submitted successfully. We'll contact you within 2 hours."),
  ).toBeVisible();

  await page.goto("/bookings");
  await expect(page.getByLabel("Full name")).toHaveValue("");
  await expect(page.getByLabel("Preferred date")).toHaveValue("");
});

test("treats a response without success as a failure and keeps the input @long", async ({ page }) => {
  await page.goto("/bookings");
  await fillBookingForm(page, { email: "no-success@example.com", service: "electrical" });
  for (const json of [{}, { success: false }]) {
    await page.route("**/api/handle-booking", (route) => route.fulfill({ json }), { times: 1 });
    await page.getByRole("button", { name: "Submit Booking" }).click();
    await expect(page.getByText("Failed to submit booking. Please try again.")).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page.getByLabel("Street address")).toHaveValue("12 Al Marsa Street");
  }
  await page.getByRole("button", { name: "Submit Booking" }).click();
  await expect(page.getByText("Booking Submitted")).toBeVisible();
});

test("shows an error page and loads the page on retry @turn-3", async ({ page }) => {
  await page.goto("/");
  await waitForDeferredScripts(page);
  await page.route("**/about.data**", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  const alert = page.getByRole("alert");
  await expect(alert.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(
    alert.getByText(
      "We encountered an unexpected error. Please try refreshing the page or contact support if the problem persists.",
    ),
  ).toBeVisible();
  await expect(alert.getByRole("button", { name: "Refresh Page" })).toBeVisible();
  await page.unroute("**/about.data**");
  await alert.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/trust with your keys/);
});

test("shows a placeholder for an image that fails to load @long", async ({ page }) => {
  await page.goto("/free-assessment");
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "leak.png", mimeType: "image/png", buffer: Buffer.from(PIXEL, "base64") });
  await fillBookingForm(page, { email: "pictures@example.com", service: "free-survey" });
  await page.route(/\/api\/bookings\/[^/]+\/photos\//, (route) => route.abort());
  await page.getByRole("button", { name: "Submit Booking" }).click();
  const photo = page.getByRole("link", { name: "Photo 1" });
  await photo.scrollIntoViewIfNeeded();
  await expect(photo.getByText("Image unavailable")).toBeVisible();
  expect((await boxOf(photo)).height).toBeGreaterThan(40);
});

test("clears private data when the page is left", async ({ page }) => {
  await page.goto("/auth");
  await waitForDeferredScripts(page);
  await page.getByLabel("Password", { exact: true }).fill("not for others");
  await page.evaluate(() => {
    for (const name of ["payment_data", "booking_temp", "kept"]) sessionStorage.setItem(name, "1");
    window.dispatchEvent(new PageTransitionEvent("pagehide"));
  });
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  const remainingKeys = await page.evaluate(() => Object.keys(sessionStorage));
  expect(remainingKeys).toContain("kept");
  expect(remainingKeys).not.toContain("payment_data");
  expect(remainingKeys).not.toContain("booking_temp");
});

test("animates buttons for 200 ms @long", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  const button = page.getByRole("banner").getByRole("link", { name: "Get Free Assessment" });
  await expect(button).toHaveCSS("transition-duration", "0.2s");
});

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";
