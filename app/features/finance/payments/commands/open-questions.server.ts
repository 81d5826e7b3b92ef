import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";

/** Keeps a cheque whose amount was paid by card, so that Today asks no more. */
export const keepCheque = command(
  "payments.record",
  async function keepCheque(ctx, { id, version }: { id: string; version: number }) {
    const cheque = await ctx.db
      .selectFrom("cheques")
      .select(["version", "state"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!cheque) return refuse("not-found");
    if (cheque.version !== version) return refuse("stale");
    if (cheque.state !== "received") return refuse("wrong-state");
    await ctx.db
      .updateTable("cheques")
      .set({ keptAt: ctx.now, version: version + 1 })
      .where("id", "=", id)
      .execute();
    await emit(ctx, "cheque.kept", id, {});
    return { ok: true };
  },
);

/** Ends the notice of a failed payout on Today. Repeating it changes nothing. */
export const acknowledgePayout = command(
  "payments.record",
  async function acknowledgePayout(ctx, id: string) {
    const payout = await ctx.db
      .selectFrom("payouts")
      .select(["failedOn", "acknowledgedAt"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!payout) return refuse("not-found");
    if (payout.failedOn === null) return refuse("wrong-state");
    if (payout.acknowledgedAt !== null) return { ok: true };
    await ctx.db.updateTable("payouts").set({ acknowledgedAt: ctx.now }).where("id", "=", id).execute();
    await emit(ctx, "payout.acknowledged", id, {});
    return { ok: true };
  },
);
