import type { Ctx } from "~/platform/context";
import "../table";

/** What of an invoice was paid in the transaction that issued it, in fils: a deposit is paid by then. */
export async function paidAtIssue(
  ctx: Ctx,
  { id, issued_at }: { id: string; issued_at: Date | null },
): Promise<number> {
  const { fils } = await ctx.db
    .selectFrom("settlements")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("amount_fils"), eb.lit(0)).as("fils"))
    .where("invoice_id", "=", id)
    .where("at", "=", issued_at)
    .executeTakeFirstOrThrow();
  return Number(fils);
}
