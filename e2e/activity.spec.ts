import { expect, test } from "./fixture";
import { expectGoodLooks } from "./looks";
import { openAsAdmin } from "./steps";

/** Who did what: an admin looks into the trail. */

test.use({ viewport: { width: 1440, height: 900 } });

test("a change of a customer is found by who and what, with what was there before, and leads to the customer", async ({
  page,
}) => {
  await openAsAdmin(page, "/admin/customers");
  const list = page.getByRole("table");
  const name = (await list.getByRole("link").first().textContent())!;
  await list.getByRole("link").first().click();
  await page.getByRole("button", { name: "Edit" }).first().click();
  const form = page.getByRole("form");
  await form.getByLabel("Name").fill(`${name} Junior`);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();

  await page.getByRole("link", { name: "Activity", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Activity", level: 1 })).toBeVisible();
  const changed = list.getByRole("link", { name: "Customer's contact changed" });
  await expect(changed.first()).toBeVisible();
  await expectGoodLooks(page);

  // What others do shows by itself, and the filter is in the address.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Filters" }).click();
  const what = page.getByRole("combobox", { name: "What was done" });
  await what.fill("customer's contact");
  await expect(page.getByRole("option")).toHaveText(["Customer's contact changed"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/type=customer\.edited/);
  await page.getByRole("heading", { name: "Activity", level: 1 }).click();
  await expect(list.getByRole("row")).toHaveCount((await changed.count()) + 1);

  await changed.first().click();
  const entry = page.getByRole("complementary", { name: "Customer's contact changed" });
  const line = entry.getByRole("row", { name: /^Name/ });
  await expect(line.getByRole("cell").first()).toHaveText(name);
  await expect(line.getByRole("cell").last()).toHaveText(`${name} Junior`);
  await expectGoodLooks(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await entry.getByRole("link", { name: `${name} Junior` }).click();
  await expect(page).toHaveURL(/\/admin\/customers\//);
});
