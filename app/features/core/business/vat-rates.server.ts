import { command, query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { memoizeInTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { type VatRate, vatPercentOn } from "~/platform/uae/vat";
import { readSettings } from "./read-settings.server";

async function rates(ctx: Ctx): Promise<VatRate[]> {
  const rows = await ctx.db.selectFrom("vatRates").selectAll().orderBy("firstDay").execute();
  return rows.map(({ firstDay, percent }) => ({ from: firstDay, percent }));
}

/** VAT rates by first day; empty without a TRN. */
export async function listChargedVat(ctx: Ctx): Promise<VatRate[]> {
  const { trn } = (await readSettings(ctx, "business")).values;
  return trn ? memoizeInTransaction(ctx, "VAT rates", () => rates(ctx)) : [];
}

/** In percent; 0 without a TRN. */
export async function chargedVatOn(ctx: Ctx, day: string): Promise<number> {
  return vatPercentOn(await listChargedVat(ctx), day);
}

export const listVatRates = query("settings.manage", rates);

/** Replaces a rate planned for the same day. */
export const planVatRate = command(
  "settings.manage",
  async function planVatRate(ctx, { from, percent }: VatRate) {
    if (from <= dubaiDate(ctx.now)) return refuse("wrong-state");
    const before = await rates(ctx);
    await ctx.db
      .insertInto("vatRates")
      .values({ firstDay: from, percent })
      .onConflict((conflict) => conflict.column("firstDay").doUpdateSet({ percent }))
      .execute();
    return emitVatChange(ctx, before);
  },
);

export const revokeVatRate = command("settings.manage", async function revokeVatRate(ctx, from: string) {
  if (from <= dubaiDate(ctx.now)) return refuse("wrong-state");
  const before = await rates(ctx);
  const { numDeletedRows } = await ctx.db
    .deleteFrom("vatRates")
    .where("firstDay", "=", from)
    .executeTakeFirst();
  return numDeletedRows > 0 ? emitVatChange(ctx, before) : refuse("not-found");
});

async function emitVatChange(ctx: Ctx, before: VatRate[]) {
  const describeRates = (all: VatRate[]) =>
    all.map(({ from, percent }) => `${percent}% from ${from}`).join(", ");
  const change: Record<"before" | "after", Record<string, unknown>> = {
    before: { vat: describeRates(before) },
    after: { vat: describeRates(await rates(ctx)) },
  };
  await emit(ctx, "settings.changed", null, { group: "business" }, change);
  return { ok: true as const };
}
