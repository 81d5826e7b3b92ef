import { addDays, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";
import { expect, test } from "../harness/fixture";
import { DESKTOP, expectGoodLayout } from "../harness/looks";
import { ADMIN } from "../harness/product";

/** Weekly summary email: subscription by role, and unsubscribe link. */

test.use({ viewport: DESKTOP });

const MONDAY = 1;

/** Milliseconds since the last Monday before today at 8:00 in Dubai. */
function sinceMonday(): number {
  let day = addDays(dubaiDate(new Date()), -1);
  while (weekdayOf(day) !== MONDAY) day = addDays(day, -1);
  return Date.now() - dubaiInstant(day, "08:00").getTime();
}

test("emails the weekly summary on Monday and unsubscribes from its link without sign-in", async ({
  page,
  browser,
  startAnotherProduct,
}) => {
  const product = await startAnotherProduct({
    NODE_OPTIONS: "--import ./e2e/harness/moved-clock.mjs",
    CLOCK_BACK_MS: String(sinceMonday()),
  });
  const summaries = async () =>
    (await product.emailsTo(ADMIN.email)).filter(({ text }) => text?.includes("/weekly-summary"));
  await page.goto(product.origin);
  await page.request.post(`${product.origin}/api/auth/sign-in/email`, { data: ADMIN });
  await page.goto(`${product.origin}/user-settings`);
  const choice = page.getByRole("checkbox", { name: "Weekly summary" });
  await expect(choice).not.toBeChecked();
  expect(await summaries()).toEqual([]);
  await choice.check();
  await expect.poll(async () => (await summaries()).length).toBe(1);
  const [mail] = await summaries();
  expect(mail!.html).toContain("Bookings");

  // On another device without a session.
  const elsewhere = await browser.newPage({ viewport: DESKTOP });
  await elsewhere.goto(/https?:\S+\/weekly-summary\S+/.exec(mail!.text!)![0]);
  await expectGoodLayout(elsewhere);
  await elsewhere.getByRole("button", { name: "Stop the weekly summary" }).click();
  await expect(elsewhere.getByText("You will not receive it any more.")).toBeVisible();
  await elsewhere.close();
  await page.reload();
  await expect(choice).not.toBeChecked();
  expect(await summaries()).toHaveLength(1);
});
