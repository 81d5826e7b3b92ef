import { expect, OFFICE_PRODUCT, test } from "../harness/fixture";
import { assignSuggestedTechnician, openAsAdmin, requestBooking } from "../harness/steps";
import { expectAccessible } from "../harness/visual-checks";

/** Corrections of wrongly recorded bookings, on the office's phone. */

test.use({ viewport: { width: 390, height: 844 }, ...OFFICE_PRODUCT });

test("corrects a booking and warns of an assigned technician without the new skill @long", async ({
  page,
  request: visitor,
}) => {
  const reference = await requestBooking(visitor);
  await openAsAdmin(page, `/admin/bookings?search=${reference}`);
  await page.getByRole("link", { name: reference }).click();
  const drawer = page.getByRole("complementary", { name: reference });
  await drawer.getByRole("button", { name: "Confirm", exact: true }).click();
  await assignSuggestedTechnician(drawer);
  await expect(drawer.getByText("Technician assigned")).toBeVisible();

  await drawer.getByRole("button", { name: "Correct the booking" }).click();
  const form = drawer.getByRole("form", { name: "Correct the booking" });
  await form.getByLabel("Service", { exact: true }).selectOption("Electrical");
  await form.getByLabel("Street address").fill("Al Khor Street 2");
  await form.getByLabel("Email").fill("right@example.com");
  await form.getByLabel("Also update the customer record").check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("not trained for this service")).toBeVisible();
  await expectAccessible(page);
  const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(pageWidth).toBeLessThanOrEqual(390);

  await form.getByRole("button", { name: "Save anyway" }).click();
  await expect(form.getByLabel("Reason for keeping them")).toBeFocused();
  await form.getByLabel(/Unassign the technician/).check();
  await form.getByRole("button", { name: "Save anyway" }).click();
  await expect(page.getByText(`${reference} corrected`)).toBeVisible();
  await expect(form).toBeHidden();
  // The history shows the previous values.
  await expect(drawer.getByText(/^service: .+ → \W*Electrical\W*$/)).toBeVisible();
  await expect(drawer.getByText(/^email: .+ → \W*right@example\.com\W*$/)).toBeVisible();
  await expect(drawer.getByText("Al Khor Street 2").first()).toBeVisible();
  await expect(drawer.getByText("right@example.com").first()).toBeVisible();
  await expect(drawer.getByText("No technician").first()).toBeVisible();
});
