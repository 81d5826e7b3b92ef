import type { Ctx } from "~/platform/context";

/** In fils. Positive only for deposits, which are issued on payment. */
export async function loadPaidAtIssue(
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
