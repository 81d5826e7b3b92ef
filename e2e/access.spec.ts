import { expect, test } from "./fixture";
import { expectGoodLooks } from "./looks";
import { openAsAdmin, requestBooking } from "./steps";

/** How to get in, written down by the office beside the booking. */

test("the office writes down how to get in, with the permit that a community wants", async ({
  page,
  request: visitor,
}) => {
  const reference = await requestBooking(visitor);
  await openAsAdmin(page, `/admin/bookings?search=${reference}`);
  await page.getByRole("link", { name: reference }).click();
  const drawer = page.getByRole("complementary", { name: reference });
  await expect(drawer.getByText("Nothing is known yet")).toBeVisible();
  await drawer.getByRole("button", { name: "Edit how to get in" }).click();
  const form = drawer.getByRole("form", { name: "Edit how to get in" });
  await form.getByLabel("Parking").fill("Visitors' parking P2");
  await form.getByLabel("Access", { exact: true }).fill("Gate code 4411, second lift");
  await form.getByLabel("Contact on site").fill("Mariam");
  await form.getByLabel("Phone on site").fill("050 441 7001");
  await form.getByLabel("Pin on the map").fill("Marina Walk");
  await form.getByLabel("A gate pass or community NOC is needed").check();
  await form.getByLabel("Who asks for it").selectOption("Our office");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    form.getByText("Choose", { exact: false }).first().click(),
  ]);
  await chooser.setFiles({
    name: "noc.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7 a permit"),
  });
  await expect(form.getByText("It is here.")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  // What is no pin is said beside its field, and keeps the rest.
  await expect(form.getByLabel("Pin on the map")).toBeFocused();
  await form.getByLabel("Pin on the map").fill("https://www.google.com/maps?q=25.0805,55.1403");
  await expectGoodLooks(page);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("How to get in is saved.")).toBeVisible();
  await expect(form).toBeHidden();
  await expect(drawer.getByText("Gate code 4411, second lift")).toBeVisible();
  await expect(drawer.getByRole("link", { name: "Open the pin on a map" })).toHaveAttribute(
    "href",
    /25\.08050/,
  );
  await expectGoodLooks(page);
});
