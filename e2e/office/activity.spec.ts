import { expect, test } from "../harness/fixture";
import { expectGoodLayout } from "../harness/looks";
import { openAsAdmin, requestBooking } from "../harness/steps";

/** Audit log and activity pages of the admin. */

test.use({ viewport: { width: 1440, height: 900 } });

test("finds a customer change in the audit log by person and action, with previous values and a link to the customer", async ({
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
  const changed = list.getByRole("link", { name: "Customer contact details changed" });
  await expect(changed.first()).toBeVisible();
  await expectGoodLayout(page);

  // Colleagues' changes appear live, and the address holds the filter.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Filters" }).click();
  const what = page.getByRole("combobox", { name: "Action" });
  await what.fill("contact details");
  await expect(page.getByRole("option")).toHaveText(["Customer contact details changed"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/type=customer\.edited/);
  await page.getByRole("heading", { name: "Activity", level: 1 }).click();
  await expect(list.getByRole("row")).toHaveCount((await changed.count()) + 1);

  await changed.first().click();
  const entry = page.getByRole("complementary", { name: "Customer contact details changed" });
  const line = entry.getByRole("row", { name: /^Name/ });
  await expect(line.getByRole("cell").first()).toHaveText(name);
  await expect(line.getByRole("cell").last()).toHaveText(`${name} Junior`);
  await expectGoodLayout(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await entry.getByRole("link", { name: `${name} Junior` }).click();
  await expect(page).toHaveURL(/\/admin\/customers\//);
});

test("lists sent messages, suspected attacks and errors, and records how each error was resolved", async ({
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
  const parts = page.getByRole("navigation", { name: "Types of activity" });
  const list = page.getByRole("table");

  await parts.getByRole("link", { name: "Emails" }).click();
  await expect(page).toHaveURL(/\/admin\/activity\/mails$/);
  await page.getByRole("searchbox").fill(reference);
  await list.getByRole("link", { name: reference }).first().click();
  const mail = page.getByRole("complementary");
  await expect(mail.getByText("Sent", { exact: true }).first()).toBeVisible();
  await expect(mail.locator("iframe").contentFrame().getByRole("heading", { level: 1 })).toBeVisible();
  await expectGoodLayout(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await parts.getByRole("link", { name: "Security events" }).click();
  const attack = list.getByRole("row").filter({ hasText: "5 refused sign-ins" });
  await expect(attack).toContainText("Suspicious");
  await expectGoodLayout(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await attack.getByRole("link").click();
  const opened = page.getByRole("complementary");
  await expect(opened).toContainText("5 or more refused sign-ins within 15 minutes");
  await opened.getByRole("button", { name: "Mark as resolved" }).click();
  await opened.getByLabel("What was done").fill("Blocked at the firewall");
  await opened.getByRole("button", { name: "Mark as resolved" }).click();
  await expect(opened.getByRole("button", { name: "Reopen" })).toBeVisible();
  await expect(opened).toContainText("Blocked at the firewall");
  await expectGoodLayout(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await parts.getByRole("link", { name: "Client errors" }).click();
  await list.getByRole("link", { name: "The map is not a function" }).click();
  await expect(opened).toContainText("home.js");
  await opened.getByRole("button", { name: "Mark as fixed" }).click();
  await opened.getByLabel("How it was fixed").fill("In the next release");
  await opened.getByRole("button", { name: "Mark as fixed" }).click();
  await expect(opened.getByText("Fixed", { exact: true }).first()).toBeVisible();
  await expectGoodLayout(page);
});
