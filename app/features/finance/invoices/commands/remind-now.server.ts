import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import type { ChannelConfig } from "~/platform/messaging/providers/channel-providers.server";
import { daysBetween, dubaiDate } from "~/platform/time";
import { canRemindOfMoney } from "../../../core/customers/text-route.server";
import { recordReminder } from "../overdue/remind.server";

/**
 * Manual reminder of an open invoice, before or after its due date, in addition to the scheduled ones
 * (overdue/remind.server.ts), at most one a day per invoice.
 */
export const remindNow = command(
  "invoices.manage",
  async function remindNow(ctx, config: ChannelConfig, id: string) {
    const today = dubaiDate(ctx.now);
    const row = await ctx.db
      .selectFrom("invoices")
      .innerJoin("customers", "customers.id", "invoices.customerId")
      .select(["dueDate", "openFils", "heldFils", "reminders", "paymentReminders"])
      .select(["customerId", "email", "phone"])
      .where("invoices.id", "=", id)
      .where("issuedAt", "is not", null)
      .executeTakeFirst();
    if (!row) return refuse("not-found");
    if (row.openFils === 0) return refuse("nothing-open");
    if (row.heldFils >= row.openFils) return refuse("covered-by-cheques");
    if (!row.reminders || !row.paymentReminders) return refuse("not-reminded");
    if (!(await canRemindOfMoney(ctx, row, config))) return refuse("no-channel");
    const isRecorded = await recordReminder(ctx, id, daysBetween(row.dueDate!, today));
    return isRecorded ? { ok: true } : refuse("reminded-today");
  },
);
