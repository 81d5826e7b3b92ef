import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";

/** Switches reminders of one invoice on or off. Idempotent. */
export const switchReminders = command(
  "invoices.manage",
  async function switchReminders(ctx, id: string, on: boolean) {
    const row = await ctx.db
      .selectFrom("invoices")
      .select("reminders")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return refuse("not-found");
    if (row.reminders === on) return { ok: true };
    await ctx.db.updateTable("invoices").set({ reminders: on }).where("id", "=", id).execute();
    await emit(ctx, on ? "invoice.reminders-started" : "invoice.reminders-stopped", id, {});
    return { ok: true };
  },
);
