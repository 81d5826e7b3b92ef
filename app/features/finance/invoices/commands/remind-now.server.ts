import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { daysBetween, dubaiDate } from "~/platform/time";

/**
 * Manual reminder in addition to the scheduled ones (overdue/remind.server.ts), at most one a day per
 * invoice.
 */
export const remindNow = command("invoices.manage", async function remindNow(ctx, id: string) {
  const today = dubaiDate(ctx.now);
  const row = await ctx.db
    .selectFrom("invoices")
    .innerJoin("customers", "customers.id", "invoices.customer_id")
    .select(["due_date", "open_fils", "email", "reminders", "payment_reminders"])
    .where("invoices.id", "=", id)
    .where("issued_at", "is not", null)
    .executeTakeFirst();
  if (!row) return refuse("not-found");
  if (row.open_fils === 0) return refuse("nothing-open");
  if (row.due_date! >= today) return refuse("not-overdue");
  if (!row.reminders || !row.payment_reminders) return refuse("not-reminded");
  if (!row.email) return refuse("no-address");
  const daysAfterDue = daysBetween(row.due_date!, today);
  const inserted = await ctx.db
    .insertInto("invoice_reminders")
    .values({ invoice_id: id, days_after_due: daysAfterDue, at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("invoice_id")
    .executeTakeFirst();
  if (!inserted) return refuse("reminded-today");
  await emit(ctx, "invoice.reminded", id, { daysAfterDue });
  return { ok: true };
});
