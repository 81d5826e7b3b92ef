import { addDays } from "../../app/platform/time";
import { openDay, openDayFrom } from "../harness/days";
import { expect, test } from "../harness/fixture";
import { customerWithAccount, openAsAdmin } from "../harness/steps";
import { DESKTOP, expectAccessible } from "../harness/visual-checks";

/** Recurring booking from the drawer to the customer's dashboard, including moves and end. */

const CUSTOMER = "repeated@example.com";

test("creates, moves and ends a recurring booking and shows its visits to the customer @long", async ({
  page,
  browser,
  product,
}) => {
  const headers = { Origin: product.origin };
  const customer = await customerWithAccount(browser, product, { email: CUSTOMER, name: "Mariam Haddad" });
  const check = await (await customer.request.get("/api/security-check")).json();
  const booked = await customer.request.post("/api/handle-booking", {
    headers,
    data: {
      customerName: "Mariam Haddad",
      email: CUSTOMER,
      phone: "0501239876",
      service: "hvac",
      message: "",
      address: "",
      addressParts: {
        street: "Al Marsa Street",
        buildingName: "",
        unitNumber: "",
        area: "Dubai Marina",
        landmark: "",
      },
      securityCheck: { id: check.id, answer: check.a + check.b },
    },
  });
  expect(booked.ok(), await booked.text()).toBe(true);
  const { bookingId, reference } = await booked.json();

  await page.setViewportSize(DESKTOP);
  await openAsAdmin(page, `/admin/bookings/${bookingId}`);
  const drawer = page.getByRole("main");
  await drawer.getByRole("button", { name: "Make recurring" }).click();
  const recurrenceForm = page.getByRole("form", { name: "Make recurring" });
  const first = openDay(20);
  await recurrenceForm.getByLabel("Interval").selectOption({ label: "Every month" });
  await recurrenceForm.getByLabel("Next visit on").fill(first);
  await expectAccessible(page);
  await saveScreenshot(page, "begin");
  await recurrenceForm.getByRole("button", { name: "Make recurring", exact: true }).click();
  await expect(drawer.getByText("Recurring visit 1: Every month")).toBeVisible();
  const second = drawer.getByRole("link", { name: /Visit 2/ });
  await expect(second).toBeVisible();
  await expectAccessible(page);
  await saveScreenshot(page, "recurring-bookings");
  const emailSubjects = async () =>
    (await product.emailsTo(CUSTOMER)).map(({ subject }) => subject).join("\n");
  await expect.poll(emailSubjects).toContain("your recurring visits");

  await customer.goto("/dashboard");
  const recurringVisits = customer.getByRole("region", { name: "Recurring visits" });
  await expect(recurringVisits.getByText("Every month")).toBeVisible();
  await expect(recurringVisits.getByRole("link", { name: /Visit 2/ })).toBeVisible();
  await expectAccessible(customer);
  await expect(
    customer.getByText("We have recorded this visit and will confirm the time with you."),
  ).toBeVisible();
  await saveScreenshot(customer, "dashboard");

  await customer.goto(`/bookings/${reference}`);
  await expect(customer.getByText("Recurring visit 1: Every month")).toBeVisible();
  await expectAccessible(customer);
  await saveScreenshot(customer, "follow");

  // The customer moves one occurrence; the others keep their dates.
  const third = drawer.getByRole("link", { name: /Visit 3/ });
  const thirdBefore = await third.textContent();
  const secondBefore = await second.textContent();
  const secondReference = secondBefore!.match(/BK-\d+-\d+/)![0];
  const { days } = await (
    await customer.request.get(
      `/api/availability?service=hvac&from=${addDays(first, 1)}&to=${addDays(first, 7)}`,
    )
  ).json();
  const freeSlots = days.flatMap(
    ({ date, slots }: { date: string; slots: { time: string; free: number }[] }) =>
      slots.filter(({ free }) => free > 0).map(({ time }) => ({ date, time })),
  );
  const reschedule = await customer.request.post(`/api/bookings/${secondReference}/reschedule`, {
    headers,
    data: { version: 1, ...freeSlots[0] },
  });
  expect(reschedule.ok(), await reschedule.text()).toBe(true);
  await page.reload();
  await expect(third).toHaveText(thirdBefore!);
  await expect(second).not.toHaveText(secondBefore!);

  await drawer.getByRole("button", { name: "Choose technician" }).click();
  const technicianForm = page.getByRole("form", { name: "Choose technician" });
  await technicianForm.getByLabel("Technician").selectOption({ index: 1 });
  await expectAccessible(page);
  await saveScreenshot(page, "technician");
  await technicianForm.getByRole("button", { name: "Save technician", exact: true }).click();
  await expect(drawer.getByText(/^With .+, when free$/)).toBeVisible();

  await drawer.getByRole("button", { name: "Move future visits" }).click();
  const moveForm = page.getByRole("form", { name: "Move future visits" });
  await moveForm.getByLabel("Next visit on").fill(openDayFrom(addDays(first, 2)));
  await moveForm.getByLabel("Time of day").selectOption("14:00");
  await expectAccessible(page);
  await saveScreenshot(page, "shift");
  await moveForm.getByRole("button", { name: "Move future visits" }).click();
  await expect(page.getByText("Future visits moved")).toBeVisible();
  await expect(second).toContainText(/2:00/);

  await second.click();
  await expect(drawer.getByText("Recurring visit 2: Every month")).toBeVisible();
  await drawer.getByRole("button", { name: "End recurring visits" }).click();
  await saveScreenshot(page, "end");
  await page
    .getByRole("form", { name: "End recurring visits" })
    .getByRole("button", { name: "End", exact: true })
    .click();
  await expect(page.getByText("Recurring visits ended")).toBeVisible();
  await expect(drawer.getByText(/^Ended on/)).toBeVisible();
  await expect.poll(emailSubjects).toContain("your recurring visits have ended");
  await page
    .getByRole("complementary", { name: /^BK-/ })
    .getByRole("link", { name: "Mariam Haddad" })
    .click();
  await drawer.getByRole("button", { name: "Make a visit recurring" }).click();
  await expect(drawer.getByRole("form", { name: "Make recurring" })).toBeVisible();
  await expectAccessible(page);
  await saveScreenshot(page, "customer");
  await customer.goto("/dashboard");
  await expect(customer.getByRole("heading", { level: 1, name: /^Hello/ })).toBeVisible();
  await expect(recurringVisits).toHaveCount(0);
});

async function saveScreenshot(page: import("@playwright/test").Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: "light" });
}
