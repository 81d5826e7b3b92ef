import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, createCaller } from "../../../../test/harness/company/booking-caller";
import { setMarketing } from "./commands/change-profile.server";
import { chooseVisitChanges } from "./commands/message-channels.server";
import { setWeeklySummary } from "./commands/weekly-summary.server";
import { copyPhoneFromBooking } from "./copy-phone-from-booking.server";
import { findProfileLanguage } from "./profile-language.server";
import { saveProfile } from "./save-profile.server";

/** Language of the profile of an account that had none. */

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
  await caller.addTechnician("Omar Saleh");
});
afterAll(() => caller.close());

async function addAccount(email: string, role: "customer" | "admin" | "technician" = "customer") {
  const { id } = await caller.db
    .insertInto("users")
    .values({ name: "Mona", email, role, createdAt: caller.ctx().now })
    .returning("id")
    .executeTakeFirstOrThrow();
  const actor = { role, userId: id, name: "Mona", email };
  return { id, ctx: { ...caller.ctx(), actor } };
}

const customerOf = async (bookingId: string) =>
  (
    await caller.db
      .selectFrom("bookings")
      .select("customerId")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow()
  ).customerId;
const languageOf = (userId: string) => findProfileLanguage(caller.ctx(), userId);

it("follows the office's choice for the customer, whatever creates the profile", async () => {
  const { bookingId } = await caller.book({ email: "mona@example.com" });
  const creations: [string, (account: Awaited<ReturnType<typeof addAccount>>) => Promise<unknown>][] = [
    ["phone of a booking", ({ id }) => copyPhoneFromBooking(caller.ctx(), id)],
    ["marketing consent", ({ ctx }) => setMarketing(ctx, true)],
  ];
  for (const [name, create] of creations) {
    const account = await addAccount(`${name.replaceAll(" ", "-")}@example.com`);
    await caller.db
      .updateTable("customers")
      .set({ userId: account.id, language: "ar" })
      .where("id", "=", await customerOf(bookingId))
      .execute();
    await caller.db.updateTable("bookings").set({ userId: account.id }).where("id", "=", bookingId).execute();
    await create(account);
    expect(await languageOf(account.id), name).toBe("ar");
  }
});

it("follows the last booking, and otherwise the request", async () => {
  const { bookingId } = await caller.book({ email: "sara@example.com", phone: "0501112233" });
  await caller.db.updateTable("bookings").set({ language: "ar" }).where("id", "=", bookingId).execute();
  const customer = await addAccount("sara@example.com");
  await caller.db
    .updateTable("customers")
    .set({ userId: customer.id })
    .where("id", "=", await customerOf(bookingId))
    .execute();
  await saveProfile(caller.ctx(), customer.id, { marketing: false });
  expect(await languageOf(customer.id)).toBe("ar");

  const admin = await addAccount("layla@example.com", "admin");
  await setWeeklySummary({ ...admin.ctx, locale: "ar" }, true);
  expect(await languageOf(admin.id)).toBe("ar");
  const technician = await addAccount("omar@example.com", "technician");
  await chooseVisitChanges({ ...technician.ctx, locale: "hi" }, "push");
  expect(await languageOf(technician.id)).toBe("hi");
});

it("stays when another field changes", async () => {
  const { id, ctx } = await addAccount("huda@example.com");
  await saveProfile(ctx, id, { language: "ar" });
  await setMarketing(ctx, true);
  await saveProfile(ctx, id, { weeklySummary: true });
  expect(await languageOf(id)).toBe("ar");
});
