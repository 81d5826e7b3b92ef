import type { Page } from "@playwright/test";
import { expect, test } from "../harness/fixture";
import { book, openAsAdmin, requestBooking } from "../harness/steps";
import { expectGoodLayout } from "../harness/visual-checks";

/** Access details of bookings and properties. */

test("stores access details of a booking with the community's access permit @long", async ({
  page,
  request: visitor,
}) => {
  const reference = await requestBooking(visitor);
  await openAsAdmin(page, `/admin/bookings?search=${reference}`);
  await page.getByRole("link", { name: reference }).click();
  const drawer = page.getByRole("complementary", { name: reference });
  await expect(drawer.getByText("No details yet")).toBeVisible();
  await drawer.getByRole("button", { name: "Edit access details" }).click();
  const form = drawer.getByRole("form", { name: "Edit access details" });
  await form.getByLabel("Parking").fill("Visitors' parking P2");
  await form.getByLabel("Access instructions").fill("Gate code 4411, second lift");
  await form.getByLabel("Contact on site").fill("Mariam");
  await form.getByLabel("Phone on site").fill("050 441 7001");
  await form.getByLabel("Map location").fill("Marina Walk");
  await form.getByLabel("A gate pass or community NOC is required").check();
  await form.getByLabel("Who requests it").selectOption("Our office");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    form.getByRole("button", { name: /Choose a file$/ }).click(),
  ]);
  await chooser.setFiles({
    name: "noc.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7 a permit"),
  });
  await expect(form.getByText("On file.")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  // An invalid map location shows an error beside its field and keeps the other input.
  await expect(form.getByLabel("Map location")).toBeFocused();
  await form.getByLabel("Map location").fill("https://www.google.com/maps?q=25.0805,55.1403");
  await expectGoodLayout(page);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Access details saved.")).toBeVisible();
  await expect(form).toBeHidden();
  await expect(drawer.getByText("Gate code 4411, second lift")).toBeVisible();
  await expect(drawer.getByRole("link", { name: "Open map location" })).toHaveAttribute("href", /25\.08050/);
  await expectGoodLayout(page);
});

test("lets the customer upload a missing gate pass on the booking page @long", async ({
  page,
  request: visitor,
}) => {
  const { bookingId, reference, followUrl } = await book(visitor, { phone: "0504417110" });
  await openAsAdmin(page, `/admin/bookings/${bookingId}`);
  const call = (path: string, data: object) =>
    page.request.post(`/api/admin/bookings/${bookingId}/${path}`, {
      headers: { Origin: new URL(page.url()).origin, "Idempotency-Key": crypto.randomUUID() },
      data,
    });
  const permitFields = {
    ...{ parking: "", notes: "", siteContact: "", sitePhone: null, makani: null, pin: null },
    ...{ permitNeeded: true, permitBy: "customer", permitUntil: null, permitFileId: null },
  };
  expect((await call("access", { ...permitFields, onlyThisBooking: false, version: 0 })).ok()).toBe(true);
  await page.context().clearCookies();

  await page.goto(new URL(followUrl).pathname + new URL(followUrl).search);
  const form = page.getByRole("form", { name: "Gate pass or NOC" });
  await form.getByRole("button", { name: "Upload gate pass or NOC" }).click();
  await expect(form.getByText("Please choose a file first.")).toBeVisible();
  await form.getByLabel("Gate pass or NOC (file)").setInputFiles({
    name: "gate-pass.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7 a gate pass"),
  });
  await expect(form.getByText("On file.")).toBeVisible();
  await expectGoodLayout(page);
  await saveScreenshot(page, "permit-form");
  await form.getByRole("button", { name: "Upload gate pass or NOC" }).click();
  await expect(page.getByText("Thank you. We have your gate pass or NOC.")).toBeVisible();
  await expect(form).toBeHidden();
  await saveScreenshot(page, "permit-sent");

  await openAsAdmin(page, `/admin/bookings?search=${reference}`);
  await page.getByRole("link", { name: reference }).click();
  const drawer = page.getByRole("complementary", { name: reference });
  await expect(drawer.getByRole("link", { name: "Open gate pass or NOC" })).toBeVisible();
});

/** Saves a screenshot when SHOTS names a folder. */
async function saveScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (!folder) return;
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
}

test("stores access details of a customer's property and shows them on its bookings @long", async ({
  page,
  request: visitor,
}) => {
  const phone = "0504417222";
  const { bookingId } = await book(visitor, { phone });
  await openAsAdmin(page, `/admin/bookings/${bookingId}`);
  const { booking } = await (await page.request.get(`/api/admin/bookings/${bookingId}`)).json();
  await page.goto(`/admin/customers/${booking.customerId}`);
  const drawer = page.getByRole("complementary").filter({ hasText: "Al Marsa Street" });
  await drawer.getByRole("button", { name: /^Access to Al Marsa Street/ }).click();
  const form = drawer.getByRole("form", { name: "Edit access details" });
  await form.getByLabel("Access instructions").fill("Gate code 9911");
  await expect(form.getByLabel("For this booking only")).toHaveCount(0);
  await expectGoodLayout(page);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect(drawer.getByText("Gate code 9911")).toBeVisible();
  await expectGoodLayout(page);
  await page.goto(`/admin/bookings/${bookingId}`);
  await expect(page.getByText("Gate code 9911")).toBeVisible();
});
