import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { forEachIsolated } from "~/platform/for-each-isolated.server";
import { emit } from "~/platform/events/events.server";
import { daysBetween, dubaiDate, dubaiTime } from "~/platform/time";
import { readSettings } from "../../business/read-settings.server";
import "../../customers/table";
import "../table";

/** When the customer is reminded, in days from the due date. */
export const REMINDER_DAYS = [-3, 0, 7, 14] as const;

/** Mails about money come in the morning. */
const FROM_CLOCK = "09:00";
const AT_ONCE = 100;

/**
 * Reminds of what is open: of each step once, whatever is started again when. Of steps that were missed only the latest is made up
 * for, and none that is older than the days until the next; never on the day of issue.
 */
export async function remindOfInvoices(ctx: Ctx): Promise<void> {
  if (dubaiTime(ctx.now) < FROM_CLOCK) return;
  if ((await readSettings(ctx, "money")).values.reminders === "off") return;
  const today = dubaiDate(ctx.now);
  const due = await ctx.db
    .selectFrom("invoices")
    .innerJoin("customers", "customers.id", "invoices.customer_id")
    .select(["invoices.id", "due_date"])
    .where(sql<boolean>`invoices.state IN ('issued', 'part_paid')`)
    .where("due_date", "<=", sql<string>`${today}::date + 3`)
    .where("due_date", ">", sql<string>`${today}::date - 21`)
    .where("issue_date", "<", today)
    .where("reminders", "=", true)
    .where("payment_reminders", "=", true)
    .where("customers.email", "is not", null)
    .orderBy("due_date")
    .orderBy("invoices.id")
    .execute();
  let told = 0;
  const apart = {
    failed: "A reminder failed, and will be tried again",
    idOf: ({ id }: { id: string }) => id,
  };
  await forEachIsolated(due, apart, async ({ id, due_date }) => {
    const since = daysBetween(due_date!, today);
    const day = REMINDER_DAYS.findLast((step) => step <= since);
    if (day === undefined || told >= AT_ONCE) return;
    await inTransaction(ctx, async (ctx) => {
      const noted = await ctx.db
        .insertInto("invoice_reminders")
        .values({ invoice_id: id, day, at: ctx.now })
        .onConflict((conflict) => conflict.doNothing())
        .returning("invoice_id")
        .executeTakeFirst();
      if (!noted) return;
      told++;
      await emit(ctx, "invoice.reminded", id, { day });
    });
  });
}
