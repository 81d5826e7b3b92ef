import { randomUUID } from "node:crypto";
import { saveDraft } from "~/features/invoices/commands/change-draft.server";
import { creditInvoice } from "~/features/invoices/commands/credit-invoice.server";
import { draftInvoice } from "~/features/invoices/commands/draft-invoice.server";
import { issueInvoice } from "~/features/invoices/commands/issue-invoice.server";
import { writeOff } from "~/features/invoices/commands/write-off.server";
import type { CreditWish } from "~/features/invoices/credit-lines";
import { settle } from "~/features/invoices/settle.server";
import type { Ctx } from "~/platform/context";
import { type Random, randomFrom } from "~/platform/random";
import { addDays, addMinutes, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";
import "~/features/payments/table";

/** Three months of invoices behind the sample: paid, part paid, open, two overdue, credited, written off, and drafts. */
const DAYS_BEHIND = 90;
/** Bookings of the sample begin here: what is before was work that the books alone remember. */
const BOOKINGS_BEHIND = 20;

const works: readonly { description: string; unit: string; fils: number; service: string; most: number }[] = [
  { description: "AC service, split unit", unit: "unit", fils: 150_00, service: "hvac", most: 5 },
  { description: "AC duct cleaning", unit: "visit", fils: 850_00, service: "hvac", most: 1 },
  {
    description: "Water heater replaced, 50 litres",
    unit: "unit",
    fils: 780_00,
    service: "plumbing",
    most: 1,
  },
  { description: "Leak under the kitchen sink", unit: "h", fils: 150_00, service: "plumbing", most: 3 },
  {
    description: "Sockets and switches replaced",
    unit: "unit",
    fils: 45_00,
    service: "electrical",
    most: 12,
  },
  { description: "Distribution board checked", unit: "visit", fils: 250_00, service: "electrical", most: 1 },
  { description: "Room repainted, two coats", unit: "room", fils: 950_00, service: "painting", most: 3 },
  { description: "Shelves and curtain rails fixed", unit: "h", fils: 120_00, service: "handyman", most: 4 },
];

type Fate = "paid" | "part" | "open" | "credited" | "credited-after" | "written-off";

/** What becomes of an invoice that is this old; of those that are past their due date two stay open. */
function fateOf(daysAgo: number, at: number, random: Random): Fate {
  if (at === 3) return "credited-after";
  if (at === 7) return "written-off";
  if (at === 11) return "credited";
  if (daysAgo > 6) return "paid";
  return random.of(["paid", "open", "open", "part"]);
}

/** Through the commands that the office uses, day by day, so that numbers rise with time. */
export async function seedInvoices(ctx: Ctx): Promise<void> {
  const random = randomFrom(20_261_122);
  const today = dubaiDate(ctx.now);
  const customers = await ctx.db
    .selectFrom("customers")
    .innerJoin("properties", "properties.customer_id", "customers.id")
    .distinctOn("customers.id")
    .select(["customers.id", "properties.id as property_id", "customers.email"])
    .where("email", "is not", null)
    .orderBy("customers.id")
    .orderBy("properties.created_at")
    .execute();
  // In an order that is the same at each first start, as ids are not.
  customers.sort((a, b) => a.email!.localeCompare(b.email!));
  if (customers.length < 3) return;
  await ctx.db
    .updateTable("customers")
    .set({
      company: "Gulf Palms Trading LLC",
      billing_address: "Office 804, Bay Square 3, Business Bay, Dubai",
      trn: "100000000000011",
    })
    .where("id", "=", customers[0]!.id)
    .execute();

  let made = 0;
  for (let offset = -DAYS_BEHIND; offset < -BOOKINGS_BEHIND; offset += 2 + random.below(3)) {
    const day = addDays(today, offset);
    if (weekdayOf(day) === 7) continue;
    const now = { ...ctx, now: dubaiInstant(day, "16:30") };
    const customer = random.of(customers);
    const id = await begin(now, { customerId: customer.id });
    const lines = Array.from({ length: 1 + random.below(3) }, () => {
      const { description, unit, fils, service, most } = random.of(works);
      const rest = { section: "", discountFils: 0, priceId: null, deductsId: null };
      return {
        ...rest,
        description,
        unit,
        unitFils: fils,
        serviceId: service,
        quantityHundredths: 100 * (1 + random.below(most)),
      };
    });
    const discount =
      random.below(5) === 0 ? { kind: "percent" as const, hundredths: 10_00 } : { kind: "none" as const };
    const content = {
      propertyId: customer.property_id,
      note: "",
      supplyDate: day,
      dueDate: null,
      lines,
      discount,
    };
    must(await saveDraft(now, { id, version: await versionOf(ctx, id) }, content));
    await live(ctx, now.now, id, fateOf(-offset, made, random), random);
    made++;
  }
  const done = await ctx.db
    .selectFrom("bookings")
    .innerJoin("visits", "visits.booking_id", "bookings.id")
    .select(["bookings.id", "visits.ends_at", "bookings.estimate_fils"])
    .where("bookings.state", "=", "completed")
    .where("visits.state", "=", "work_done")
    .where("bookings.estimate_fils", ">", 0)
    .orderBy("visits.ends_at")
    .orderBy("bookings.reference")
    .execute();
  let overdue = 0;
  for (const [at, { id: bookingId, ends_at }] of done.entries()) {
    const left = done.length - at;
    const issuedAt = addMinutes(ends_at, 90);
    if (issuedAt > ctx.now) continue;
    const id = await begin({ ...ctx, now: issuedAt }, { bookingId });
    // The latest work still waits for somebody to look at its draft.
    if (left <= 2) continue;
    const daysAgo = (ctx.now.getTime() - issuedAt.getTime()) / 86_400_000;
    const late = daysAgo > 9 && daysAgo < 18 && overdue < 2 && random.below(3) === 0;
    if (late) overdue++;
    await live(ctx, issuedAt, id, late ? "open" : fateOf(daysAgo, -1, random), random);
  }
}

async function begin(now: Ctx, source: { customerId: string } | { bookingId: string }): Promise<string> {
  return must(await draftInvoice(now, source)).id;
}

/** Issues a draft and lets it become what it is to become. */
async function live(ctx: Ctx, issuedAt: Date, id: string, fate: Fate, random: Random): Promise<void> {
  const at = (days: number): Ctx => {
    const later = addMinutes(issuedAt, days * 24 * 60);
    return { ...ctx, now: later < ctx.now ? later : ctx.now };
  };
  const { totalFils } = must(await issueInvoice(at(0), { id, version: await versionOf(ctx, id) }));
  const credit = async (days: number, wish: CreditWish, reason: string) => {
    const now = at(days);
    const why = { reason, eventDate: dubaiDate(now.now) };
    must(await creditInvoice(now, { id, version: await versionOf(ctx, id) }, wish, why));
  };
  if (fate === "paid" || fate === "credited-after") await pay(at(1 + random.below(6)), id, totalFils);
  if (fate === "part") await pay(at(2), id, Math.floor(totalFils / 200) * 100);
  if (fate === "credited") await credit(1, { kind: "whole" }, "Invoiced twice by mistake");
  if (fate === "credited-after")
    await credit(8, { kind: "amount", fils: Math.min(50_00, totalFils) }, "Agreed for the late arrival");
  if (fate === "written-off")
    must(await writeOff(at(60), { id, version: await versionOf(ctx, id) }, "Left the country"));
}

async function pay(now: Ctx, invoiceId: string, fils: number): Promise<void> {
  const { customer_id } = await now.db
    .selectFrom("invoices")
    .select("customer_id")
    .where("id", "=", invoiceId)
    .executeTakeFirstOrThrow();
  const paymentId = randomUUID();
  await now.db
    .insertInto("payments")
    .values({
      id: paymentId,
      customer_id,
      method: "transfer",
      amount_fils: fils,
      received_on: dubaiDate(now.now),
      recorded_at: now.now,
    })
    .execute();
  await settle(now, invoiceId, fils, { by: "payment", paymentId });
}

async function versionOf(ctx: Ctx, id: string): Promise<number> {
  const row = await ctx.db
    .selectFrom("invoices")
    .select("version")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.version;
}

function must<Result extends { ok: boolean }>(result: Result): Extract<Result, { ok: true }> {
  if (!result.ok) throw new Error(`The sample's invoice was refused: ${JSON.stringify(result)}`);
  return result as Extract<Result, { ok: true }>;
}
