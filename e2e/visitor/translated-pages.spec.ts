import { expect, test } from "../harness/fixture";
import { answerSecurityCheck, openAsAdmin, waitForHydration } from "../harness/steps";
import { collectPageErrors, translate } from "../harness/translator";

/** Forms while a browser translates them (docs/decisions/0091-translated-pages.md). */

test.use({ checksHydration: false });

test("books on a translated page without losing input @turn-2", async ({ page }) => {
  const errors = collectPageErrors(page);
  await page.goto("/bookings");
  await waitForHydration(page);
  // Translated before the form's code loads.
  await translate(page);
  await page.getByLabel("Full name").fill("Aisha O'Neil");
  await page.getByLabel("Service", { exact: true }).selectOption("plumbing");
  await expect(page.getByRole("button", { name: "Verify" })).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Aisha O'Neil");
  // The price and the times follow the form.
  await page.getByRole("button", { name: "One more: Mixer or tap replaced" }).click();
  const visit = page.getByRole("region", { name: "Your visit" });
  await expect(visit).toContainText(/AED\s180/);
  await page.getByRole("button", { name: "One more: Mixer or tap replaced" }).click();
  await expect(visit).toContainText(/AED\s360/);
  await expect(visit).not.toContainText(/AED\s180 incl/);
  await page.getByLabel("Service", { exact: true }).selectOption("hvac");
  const days = page.getByRole("group", { name: "The next seven days" }).getByRole("button");
  for (const day of [3, 4, 3]) await days.nth(day).click();
  await answerSecurityCheck(page, 1);
  await answerSecurityCheck(page);
  await expect(page.getByRole("button", { name: "Verified" })).toBeVisible();
  await page.getByRole("button", { name: "Submit Booking" }).click();
  await expect(page.getByLabel("Street address")).toBeFocused();
  await page.getByLabel("Street address").fill("12 Al Marsa Street");
  await expect(page.getByLabel("Full name")).toHaveValue("Aisha O'Neil");
  await page.getByLabel("Full name").fill("");
  await page.getByRole("button", { name: "Submit Booking" }).click();
  await expect(page.getByLabel("Full name")).toBeFocused();
  expect(errors).toEqual([]);
});

test("keeps what is typed the moment the form of a translated page is ready @long", async ({ page }) => {
  await page.goto("/bookings");
  await waitForHydration(page);
  await translate(page);
  // Types in the same task as React replaces the field.
  await page.evaluate(() => {
    const find = () => document.querySelector<HTMLInputElement>('[name="customerName"]')!;
    const first = find();
    const observer = new MutationObserver(() => {
      const field = find();
      if (!field || field === first) return;
      observer.disconnect();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, "Aisha O'Neil");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await page.getByLabel("Service", { exact: true }).selectOption("plumbing");
  await expect(page.getByRole("button", { name: "Verify" })).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Aisha O'Neil");
});

test("enters a booking on a translated office page without losing input @long", async ({ page }) => {
  const errors = collectPageErrors(page);
  await openAsAdmin(page, "/admin/bookings/new");
  const drawer = page.getByRole("complementary", { name: "New booking" });
  await expect(drawer.getByLabel("Full name")).toBeVisible();
  await translate(page);
  await drawer.getByLabel("Full name").fill("Aisha O'Neil");
  for (const service of ["plumbing", "emergency", "hvac"])
    await drawer.getByLabel("Service", { exact: true }).selectOption(service);
  const days = drawer.getByRole("group", { name: "The next seven days" }).getByRole("button");
  for (const day of [3, 4]) await days.nth(day).click();
  await drawer.getByRole("button", { name: "Book", exact: true }).click();
  await expect(drawer.getByLabel("Full name")).toHaveValue("Aisha O'Neil");
  expect(errors).toEqual([]);
});

test("keeps what was typed before the scripts of a translated page arrived @long", async ({ page }) => {
  const fields: Record<string, string[]> = {
    "/": ["Full name", "Street address"],
    "/contact": ["Full name", "Email", "Your message"],
    "/bookings#follow": ["Full name", "Street address", "Reference"],
    "/amc-packages": ["Full name", "Street address"],
    "/auth": ["Email", "Password"],
    "/auth?mode=sign-up": ["Full name", "Email", "Password"],
  };
  for (const [path, labels] of Object.entries(fields)) {
    const released = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await translate(page);
    const typed = labels.map((label) => page.getByLabel(label, { exact: true }).first());
    for (const field of typed) await field.fill("typed@example.com");
    if (path.startsWith("/bookings"))
      await page.getByLabel("Service", { exact: true }).selectOption("plumbing");
    released.resolve();
    await waitForHydration(page);
    await page.waitForLoadState("networkidle");
    for (const field of typed) await expect(field, path).toHaveValue("typed@example.com");
    // Rendered once.
    await expect(page.locator("h1")).toHaveCount(1);
    // A choice in the same form.
    if (path.startsWith("/bookings"))
      await expect(page.getByLabel("Service", { exact: true })).toHaveValue("plumbing");
    await page.unrouteAll({ behavior: "wait" });
  }
});
