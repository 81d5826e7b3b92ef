import { expect, test } from "../harness/fixture";
import { chooseAction, openAsAdmin, requestBooking } from "../harness/steps";
import { expectGoodLayout } from "../harness/visual-checks";

/** Audit log and activity pages of the admin. */

test.use({ viewport: { width: 1440, height: 900 } });

test("finds a customer change in the audit log by person and action, with previous values and a link to the customer @turn-2", async ({
  page,
}) => {
  await openAsAdmin(page, "/admin/customers");
  const list = page.getByRole("table");
  const name = (await list.getByRole("link").first().textContent())!;
  await list.getByRole("link").first().click();
  await chooseAction(page.getByRole("complementary"), "Edit name, phone and email");
  const form = page.getByRole("form");
  await form.getByLabel("Name").fill(`${name} Junior`);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();

  await page.getByRole("link", { name: "Activity", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Activity", level: 1 })).toBeVisible();
  const changeLink = list.getByRole("link", { name: "Customer contact details changed" });
  await expect(changeLink.first()).toBeVisible();
  await expectGoodLayout(page);

  // Colleagues' changes appear live, and the address holds the filter.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Filters" }).click();
  const actionFilter = page.getByRole("combobox", { name: "Action" });
  await actionFilter.fill("contact details");
  await expect(page.getByRole("option")).toHaveText(["Customer contact details changed"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/type=customer\.edited/);
  await page.getByRole("heading", { name: "Activity", level: 1 }).click();
  await expect(list.getByRole("row")).toHaveCount((await changeLink.count()) + 1);

  await changeLink.first().click();
  const entry = page.getByRole("complementary", { name: "Customer contact details changed" });
  const nameRow = entry.getByRole("row", { name: /^Name/ });
  await expect(nameRow.getByRole("cell").first()).toHaveText(name);
  await expect(nameRow.getByRole("cell").last()).toHaveText(`${name} Junior`);
  const link = entry.getByRole("link", { name: `${name} Junior` });
  await expect(link).toHaveAttribute("href", /\/admin\/customers\//);
});

test("lists sent messages, suspected attacks and errors, and records how each error was resolved @long", async ({
  page,
}) => {
  const reference = await requestBooking(page.request);
  for (let attempt = 0; attempt < 5; attempt++)
    await page.request.post("/api/auth/sign-in/email", {
      data: { email: "nobody@example.com", password: "a wrong password" },
    });
  await page.request.post("/api/client-errors", {
    data: {
      message: "The map is not a function",
      stack: "TypeError\n    at f (https://www.example.com/assets/home-1234567.js:1:20)",
      url: "https://www.example.com/about",
      timestamp: new Date().toISOString(),
      severity: "high",
    },
  });
  await openAsAdmin(page, "/admin/activity");
  const activityTabs = page.getByRole("navigation", { name: "Types of activity" });
  const list = page.getByRole("table");

  await activityTabs.getByRole("link", { name: "Emails" }).click();
  await expect(page).toHaveURL(/\/admin\/activity\/mails$/);
  await page.getByRole("searchbox").fill(reference);
  await list.getByRole("link", { name: reference }).first().click();
  const mail = page.getByRole("complementary");
  await expect(mail.getByText("Sent", { exact: true }).first()).toBeVisible();
  await expect(mail.locator("iframe").contentFrame().getByRole("heading", { level: 1 })).toBeVisible();
  await expectGoodLayout(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await activityTabs.getByRole("link", { name: "Security events" }).click();
  const suspiciousRow = list.getByRole("row").filter({ hasText: "5 failed sign-ins" });
  await expect(suspiciousRow).toContainText("Suspicious");
  await expectGoodLayout(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await suspiciousRow.getByRole("link").click();
  const drawer = page.getByRole("complementary");
  await expect(drawer).toContainText("5 or more failed sign-ins within 15 minutes");
  await drawer.getByRole("button", { name: "Mark as resolved" }).click();
  await drawer.getByLabel("What was done").fill("Blocked at the firewall");
  await drawer.getByRole("button", { name: "Mark as resolved" }).click();
  await expect(drawer.getByRole("button", { name: "Reopen" })).toBeVisible();
  await expect(drawer).toContainText("Blocked at the firewall");
  await expectGoodLayout(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await activityTabs.getByRole("link", { name: "Client errors" }).click();
  await list.getByRole("link", { name: "The map is not a function" }).click();
  await expect(drawer).toContainText("home.js");
  await drawer.getByRole("button", { name: "Mark as fixed" }).click();
  await drawer.getByLabel("How it was fixed").fill("In the next release");
  await drawer.getByRole("button", { name: "Mark as fixed" }).click();
  await expect(drawer.getByText("Fixed", { exact: true }).first()).toBeVisible();
  await expectGoodLayout(page);
});
