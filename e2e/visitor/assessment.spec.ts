import type { Locator } from "@playwright/test";
import { isLongRun } from "../../test/faults/rounds";
import { createTestPicture } from "../../test/harness/pictures";
import { openDay } from "../harness/days";
import { expect, test } from "../harness/fixture";
import { boxOf, fillBookingForm, openAsAdmin } from "../harness/steps";
import { expectAccessible } from "../harness/visual-checks";

/** Free assessment with photos, lost links, and both without JavaScript. */
let photo: Buffer;

test.beforeAll(async () => {
  photo = await createTestPicture("jpeg");
});

const jpegFile = (name: string) => ({ name, mimeType: "image/jpeg", buffer: photo });

test("restores the form with photo, address and time after an error and a reload @long", async ({ page }) => {
  await page.goto("/free-assessment");
  const field = page.getByLabel("Add photos of the work");
  await field.focus();
  await field.setInputFiles(jpegFile("sink.jpg"));
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await page.getByLabel("Full name").fill("Aisha O'Neil");
  await page.getByLabel("Street address").fill("12 Al Marsa Street");
  const date = openDay(21);
  await page.getByLabel("Preferred date").fill(date);
  const time = page.locator('input[name="preferredTime"][value="10:00"]');
  await time.check({ force: true });

  // A browser extension removes the page's content, which React then fails to replace.
  await page.evaluate(() => document.querySelector("main")?.replaceChildren());
  const header = page.getByRole("navigation", { name: "Main navigation" });
  await page.locator("header").getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(header.getByRole("link", { name: "Contact" })).toBeVisible();
  await expect(page.getByRole("alert").locator('a[href^="tel:"]')).toBeVisible();

  await page.getByRole("button", { name: "Refresh Page" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toHaveCount(0);
  await page.locator("header").getByRole("link", { name: "Free assessment" }).first().click();
  await expect(page.getByLabel("Full name")).toHaveValue("Aisha O'Neil");
  await expect(page.getByLabel("Street address")).toHaveValue("12 Al Marsa Street");
  await expect(page.getByLabel("Preferred date")).toHaveValue(date);
  await expect(time).toBeChecked();
  await expect(page.getByText("sink.jpg")).toBeVisible();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
});

test("uploads photos despite a failed one and shows them to customer and office @turn-3", async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.goto("/free-assessment");
  await expect(page.getByLabel("Service", { exact: true })).toHaveValue("free-survey");
  const field = page.getByLabel("Add photos of the work");

  // A person choosing files focuses the field, which also triggers the deferred code.
  await field.focus();
  await field.setInputFiles([
    jpegFile("sink.jpg"),
    { name: "plan.pdf", mimeType: "application/pdf", buffer: photo },
  ]);
  await expect(page.getByText("Ready", { exact: true })).toHaveCount(1);
  await expect(page.getByText("We cannot read this file as a photo.")).toBeVisible();
  await page.getByRole("button", { name: "Remove photo 2" }).click();

  // The connection fails and recovers.
  await page.route("**/api/pictures", (route) => route.abort());
  await field.setInputFiles(jpegFile("wall.jpg"));
  await expect(page.getByText("We could not reach our server.")).toBeVisible();
  await page.unroute("**/api/pictures");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Ready", { exact: true })).toHaveCount(2);

  // booking-photos.test.ts refuses a sixth photo.
  if (isLongRun) {
    await field.setInputFiles(["1", "2", "3", "4"].map((name) => jpegFile(`${name}.jpg`)));
    await expect(page.getByText("Please send at most 5 photos")).toBeVisible();
    await expect(page.getByText("Ready", { exact: true })).toHaveCount(5);
    await expect(field).toBeDisabled();
    await page.getByRole("button", { name: "Remove photo 5" }).click();
  }
  await page.route("**/api/pictures", (route) => route.abort());
  await field.setInputFiles(jpegFile("lost.jpg"));

  await fillBookingForm(page, { email: "photos@example.com", service: "free-survey" });
  await page.getByRole("button", { name: "Submit Booking" }).click();
  await expect(page).toHaveURL(/\/bookings\/BK-/);
  await expect(page.getByText("One photo could not be sent.")).toBeVisible();
  const customerPhotos = page.getByRole("link", { name: /^Photo \d$/ });
  const count = isLongRun ? 4 : 2;
  await expect(customerPhotos).toHaveCount(count);
  await expectShown(customerPhotos.first());
  const reference = /BK-\d{4}-\d{6}/.exec(page.url())![0];
  await context.close();

  const office = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await openAsAdmin(office, "/admin/bookings");
  await office.getByRole("row").filter({ hasText: reference }).click();
  const officePhotos = office.getByRole("link", { name: /^Photo \d$/ });
  await expect(officePhotos).toHaveCount(count);
  await expectShown(officePhotos.first());
});

test("ends an upload that makes no progress for a minute and sends it again on request @long", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/free-assessment");
  await page.getByLabel("Full name").fill("Aisha O'Neil");
  const uploads = "**/api/pictures";
  await page.route(uploads, () => new Promise(() => {}));
  const field = page.getByLabel("Add photos of the work");
  await field.focus();
  const started = page.waitForRequest(uploads);
  await field.setInputFiles(jpegFile("sink.jpg"));
  await started;
  await page.clock.fastForward("01:01");
  await expect(page.getByText("Our server has not answered.")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Aisha O'Neil");
  await page.unroute(uploads);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
});

test.describe("photos on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const longName = `${"a-picture-of-the-leak-under-the-kitchen-sink-".repeat(4)}`;

  test("keeps the page width and explains rejected photos @long", async ({ page }) => {
    await page.goto("/free-assessment");
    const field = page.getByLabel("Add photos of the work");
    await field.focus();
    // HEIC header of an iPhone photo, without an image that this browser can decode.
    const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
    await field.setInputFiles([
      jpegFile(`${longName}.jpg`),
      { name: `${longName}.heic`, mimeType: "image/heic", buffer: heic },
      { name: "without-a-type.heic", mimeType: "", buffer: heic },
      { name: `${longName}.pdf`, mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") },
      ...["1", "2", "3"].map((name) => jpegFile(`${name}.jpg`)),
    ]);
    // Simulates a file dialog that is opened again and cancelled: pending photos stay.
    await field.dispatchEvent("change");
    const heicMessage = page.getByText("This photo is in the iPhone's HEIC format.");
    await expect(heicMessage).toHaveCount(2);
    expect((await boxOf(heicMessage.first())).width).toBeGreaterThan(200);
    await expect(page.getByText("We cannot read this file as a photo.")).toBeVisible();
    // Rejected photos offer no retry and do not count towards the limit of five.
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await expect(page.getByText("Ready", { exact: true })).toHaveCount(4);
    await expect(page.getByText("Please send at most 5 photos")).toHaveCount(0);
    await expect(field).toBeEnabled();
    await expect(page.getByText("Image unavailable")).toHaveCount(3);
    await field.setInputFiles(jpegFile("5.jpg"));
    await expect(page.getByText("Ready", { exact: true })).toHaveCount(5);
    await expect(field).toBeDisabled();

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    for (const remove of await page.getByRole("button", { name: /^Remove photo/ }).all()) {
      await remove.scrollIntoViewIfNeeded();
      await expect(remove).toBeInViewport({ ratio: 1 });
    }
    await expectAccessible(page);
  });

  test("converts photos to JPEG where only the browser can decode them @long", async ({ page }) => {
    await page.goto("/free-assessment");
    const field = page.getByLabel("Add photos of the work");
    await field.focus();
    const sent = page.waitForRequest("**/api/pictures");
    await field.setInputFiles({ name: "dot.gif", mimeType: "image/gif", buffer: Buffer.from(GIF, "base64") });
    expect((await sent).headers()["content-type"]).toBe("image/jpeg");
    await expect(page.getByText("Ready", { exact: true })).toHaveCount(1);
  });
});

test("emails a lost link again and shows the same page for any reference @long", async ({
  page,
  product,
}) => {
  await page.goto("/bookings");
  await fillBookingForm(page, { email: "forgetful@example.com", service: "plumbing" });
  await page.getByRole("button", { name: "Submit Booking" }).click();
  await expect(page).toHaveURL(/\/bookings\/BK-/);
  const url = new URL(page.url());
  const reference = /BK-\d{4}-\d{6}/.exec(url.pathname)![0];

  for (const enteredReference of ["BK-2020-000001", reference]) {
    await page.goto("/bookings");
    await page.locator("summary", { hasText: "Follow a booking" }).click();
    await page.getByLabel("Reference").fill(enteredReference);
    await page.getByLabel("Email or phone number").fill("Forgetful@example.com");
    await page.getByRole("button", { name: "Send me the link" }).click();
    await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  }
  const loadLinkEmails = async () =>
    (await product.emailsTo("forgetful@example.com")).filter(
      ({ subject }) => subject === `Your link to booking ${reference}`,
    );
  await expect.poll(loadLinkEmails).toHaveLength(1);
  const [mail] = await loadLinkEmails();
  await page.goto(/http\S+\/bookings\/\S+/.exec(mail?.text ?? "")![0]);
  await expect(page.getByText(reference, { exact: true })).toBeVisible();
});

/** One pixel; any image that differs from the uploaded ones works. */
const GIF = "R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=";

/** Expects the lazily loaded image to decode. */
async function expectShown(link: Locator): Promise<void> {
  await link.scrollIntoViewIfNeeded();
  const picture = link.locator("img");
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
}
