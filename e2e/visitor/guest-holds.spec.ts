import { dubaiInstant, formatTime } from "../../app/platform/time";
import { expect, test } from "../harness/fixture";
import { book, fillBookingForm, openAsAdmin } from "../harness/steps";
import { expectAccessible } from "../harness/visual-checks";

/** Guest holds above their limit, and confirmation by email. */

test.use({ env: { UNCONFIRMED_HOLDS: "1" } });

test("requires proof of work above the hold limit and confirms the hold by the button of the emailed page @long", async ({
  page,
  request,
  product,
}) => {
  const availability = await request.get("/api/availability?service=plumbing");
  const { days }: { days: { date: string; slots: { time: string; free: number }[] }[] } =
    await availability.json();
  const freeSlot = days.slice(2).flatMap(({ date, slots }) => {
    const slot = slots.find(({ free }) => free > 1);
    return slot ? [{ date, time: slot.time }] : [];
  })[0]!;
  const slotFields = { preferredDate: freeSlot.date, preferredTime: freeSlot.time };
  await book(request, slotFields);

  const email = `holder-${Date.now()}@example.com`;
  await page.goto("/");
  await fillBookingForm(page, { email, service: "plumbing" });
  await page.getByLabel(/^Preferred date/).fill(freeSlot.date);
  const start = formatTime(dubaiInstant(freeSlot.date, freeSlot.time), "time");
  const radio = page.getByRole("radio", { name: new RegExp(`^${start}\\b`) });
  await expect(async () => {
    await expect(page.locator("[aria-busy=true]").filter({ has: radio })).toHaveCount(0);
    await radio.check({ force: true, timeout: 1000 });
  }).toPass();
  await page.getByLabel("Describe what needs to be done").fill("The tap drips");
  await page.getByRole("button", { name: "Submit Booking" }).click();
  await expect(
    page.getByText("We're running a quick security check, because several times are already being held."),
  ).toBeVisible();
  await expect(page.getByText("Security check passed")).toBeVisible();
  await expect(page.getByLabel("Describe what needs to be done")).toHaveValue("The tap drips");
  await expect(radio).toBeChecked();
  await page.getByRole("button", { name: "Submit Booking" }).click();

  const holdNotice = page.getByText("We are holding your time until");
  await expect(holdNotice).toBeVisible();
  await expectAccessible(page);
  const reference = /BK-\d{4}-\d{6}/.exec(page.url())![0];

  await expect.poll(() => product.emailsTo(email)).toHaveLength(1);
  const [mail] = await product.emailsTo(email);
  expect(mail?.text).toContain("Confirm your email with the link below");
  await page.goto(/http\S+\/bookings\/\S+/.exec(mail?.text ?? "")![0]);
  await expect(page.getByText(reference, { exact: true })).toBeVisible();
  await page.reload();
  await expect(holdNotice).toBeVisible();
  await page.getByRole("button", { name: "Confirm email and keep my time" }).click();
  await expect(page.getByText("After that it is free for other customers")).toBeVisible();

  // The office sees which of the two holds is unconfirmed.
  await openAsAdmin(page, "/admin/bookings");
  const unconfirmedRow = page.getByRole("row").filter({ hasText: "Layla Haddad" }).first();
  await expect(unconfirmedRow).toContainText("Not confirmed");
  await expect(page.getByRole("row").filter({ hasText: reference })).not.toContainText("Not confirmed");
});
