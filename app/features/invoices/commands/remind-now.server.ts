import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { daysBetween, dubaiDate } from "~/platform/time";
import "../../customers/table";
import "../table";

/**
 * Reminds the customer of an overdue invoice now, beside the reminders that go by themselves (overdue/remind.server.ts): once a day,
 * whoever asks for it, and never somebody who is not to be reminded.
 */
export const remindNow = command("invoices.manage", async (ctx, id: string) => {
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
  const day = daysBetween(row.due_date!, today);
  const noted = await ctx.db
    .insertInto("invoice_reminders")
    .values({ invoice_id: id, day, at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("invoice_id")
    .executeTakeFirst();
  if (!noted) return refuse("reminded-today");
  await emit(ctx, "invoice.reminded", id, { day });
  return { ok: true };
});
