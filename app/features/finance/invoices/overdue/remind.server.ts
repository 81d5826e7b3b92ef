import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { forEachIsolated } from "~/platform/for-each-isolated.server";
import { daysBetween, dubaiDate, dubaiTime } from "~/platform/time";
import { readSettings } from "../../../core/business/read-settings.server";

/** Reminder steps, in days from the due date. */
export const REMINDER_DAYS = [-3, 0, 7, 14] as const;

/** Reminders are sent from this time of day, Asia/Dubai. */
const EARLIEST_TIME = "09:00";
const BATCH_SIZE = 100;

/**
 * Sends due reminders, each step once per invoice; safe to repeat. After an outage only the latest missed
 * step is sent, and only until the next step would be due. Never on the day of issue.
 */
export async function sendInvoiceReminders(ctx: Ctx): Promise<void> {
  if (dubaiTime(ctx.now) < EARLIEST_TIME) return;
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
  let sent = 0;
  const options = {
    code: "invoice-reminder-failed",
    failed: "A reminder failed, and will be tried again",
    idOf: ({ id }: { id: string }) => id,
  };
  await forEachIsolated(due, options, async ({ id, due_date }) => {
    const since = daysBetween(due_date!, today);
    const daysAfterDue = REMINDER_DAYS.findLast((step) => step <= since);
    if (daysAfterDue === undefined || sent >= BATCH_SIZE) return;
    await inTransaction(ctx, async (ctx) => {
      const inserted = await ctx.db
        .insertInto("invoice_reminders")
        .values({ invoice_id: id, days_after_due: daysAfterDue, at: ctx.now })
        .onConflict((conflict) => conflict.doNothing())
        .returning("invoice_id")
        .executeTakeFirst();
      if (!inserted) return;
      sent++;
      await emit(ctx, "invoice.reminded", id, { daysAfterDue });
    });
  });
}
