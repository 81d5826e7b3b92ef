import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { forEachIsolated } from "~/platform/for-each-isolated.server";
import type { ChannelConfig } from "~/platform/messaging/providers/channel-providers.server";
import { daysBetween, dubaiDate, dubaiTime } from "~/platform/time";
import { readSettings } from "../../../core/business/read-settings.server";
import { canRemindOfMoney } from "../../../core/customers/text-route.server";

/** Reminder steps from the due date on, in days after it. The step before it is a setting. */
const STEPS_AFTER_DUE = [0, 7, 14] as const;

/** Reminders are sent from this time of day, Asia/Dubai. */
const EARLIEST_TIME = "09:00";
const BATCH_SIZE = 100;

/**
 * Sends due reminders, each step once per invoice, none while cheques in hand cover it; safe to repeat. After an outage
 * only the latest missed step is sent, and only until the next step would be due. Never on the day of issue,
 * not if the office reminded by hand since the step, and not to customers without a channel.
 */
export async function sendInvoiceReminders(ctx: Ctx, config: ChannelConfig): Promise<void> {
  if (dubaiTime(ctx.now) < EARLIEST_TIME) return;
  const { reminders, reminderDaysBefore } = (await readSettings(ctx, "money")).values;
  if (reminders === "off") return;
  const steps = reminderDaysBefore > 0 ? [-reminderDaysBefore, ...STEPS_AFTER_DUE] : STEPS_AFTER_DUE;
  const today = dubaiDate(ctx.now);
  const due = await ctx.db
    .selectFrom("invoices")
    .innerJoin("customers", "customers.id", "invoices.customerId")
    .select(["invoices.id", "dueDate", "customerId", "email", "phone"])
    .where(sql<boolean>`invoices.state IN ('issued', 'part_paid')`)
    .where("dueDate", "<=", sql<string>`${today}::date + ${reminderDaysBefore}::int`)
    .where("dueDate", ">", sql<string>`${today}::date - 21`)
    .where("issueDate", "<", today)
    .where(sql<boolean>`held_fils < open_fils`)
    .where("reminders", "=", true)
    .where("paymentReminders", "=", true)
    .orderBy("dueDate")
    .orderBy("invoices.id")
    .execute();
  let sent = 0;
  const options = {
    code: "invoice-reminder-failed",
    failed: "A reminder failed, and will be tried again",
    idOf: ({ id }: { id: string }) => id,
  };
  await forEachIsolated(due, options, async ({ id, dueDate, ...customer }) => {
    const since = daysBetween(dueDate!, today);
    const daysAfterDue = steps.findLast((step) => step <= since);
    if (daysAfterDue === undefined || sent >= BATCH_SIZE) return;
    await inTransaction(ctx, async (ctx) => {
      const isReminded = await ctx.db
        .selectFrom("invoiceReminders")
        .select("invoiceId")
        .where("invoiceId", "=", id)
        .where("daysAfterDue", ">=", daysAfterDue)
        .executeTakeFirst();
      if (isReminded || !(await canRemindOfMoney(ctx, customer, config))) return;
      if (await recordReminder(ctx, id, daysAfterDue)) sent++;
    });
  });
}

/** Records a reminder, which is sent by the event. False if the invoice has one of the same day. */
export async function recordReminder(ctx: Ctx, invoiceId: string, daysAfterDue: number): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto("invoiceReminders")
    .values({ invoiceId, daysAfterDue, at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("invoiceId")
    .executeTakeFirst();
  if (!inserted) return false;
  await emit(ctx, "invoice.reminded", invoiceId, { daysAfterDue });
  return true;
}
