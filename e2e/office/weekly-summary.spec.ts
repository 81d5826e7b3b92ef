import { addDays, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";
import { expect, test } from "../harness/fixture";
import { ADMIN } from "../harness/product";
import { DESKTOP, expectGoodLayout } from "../harness/visual-checks";

/** Weekly summary email: subscription by role, and unsubscribe link. */

test.use({ viewport: DESKTOP });

const MONDAY = 1;

/** Absolute, because the product runs in a folder of its own. */
const CLOCK_OFFSET = new URL("../harness/clock-offset.mjs", import.meta.url).href;

/** Milliseconds since the last Monday before today at 8:00 in Dubai. */
function msSinceMonday(): number {
  let day = addDays(dubaiDate(new Date()), -1);
  while (weekdayOf(day) !== MONDAY) day = addDays(day, -1);
  return Date.now() - dubaiInstant(day, "08:00").getTime();
}

test("emails the weekly summary on Monday and unsubscribes from its link without sign-in @long", async ({
  page,
  browser,
  startAnotherProduct,
}) => {
  const product = await startAnotherProduct({
    NODE_OPTIONS: `--import ${CLOCK_OFFSET}`,
    CLOCK_BACK_MS: String(msSinceMonday()),
  });
  const loadSummaries = async () =>
    (await product.emailsTo(ADMIN.email)).filter(({ text }) => text?.includes("/weekly-summary"));
  await page.goto(product.origin);
  await page.request.post(`${product.origin}/api/auth/sign-in/email`, { data: ADMIN });
  await page.goto(`${product.origin}/user-settings`);
  const subscription = page.getByRole("checkbox", { name: "Weekly summary" });
  await expect(subscription).not.toBeChecked();
  expect(await loadSummaries()).toEqual([]);
  await subscription.check();
  await expect.poll(async () => (await loadSummaries()).length).toBe(1);
  const [mail] = await loadSummaries();
  expect(mail!.html).toContain("Bookings");

  // On another device without a session.
  const otherDevice = await browser.newPage({ viewport: DESKTOP });
  await otherDevice.goto(/https?:\S+\/weekly-summary\S+/.exec(mail!.text!)![0]);
  await expectGoodLayout(otherDevice);
  await otherDevice.getByRole("button", { name: "Stop the weekly summary" }).click();
  await expect(otherDevice.getByText("You will not receive it any more.")).toBeVisible();
  await otherDevice.close();
  await page.reload();
  await expect(subscription).not.toBeChecked();
  expect(await loadSummaries()).toHaveLength(1);
});
