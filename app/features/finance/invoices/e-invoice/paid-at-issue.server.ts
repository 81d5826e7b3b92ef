import type { Ctx } from "~/platform/context";

/** In fils. Positive only for deposits, which are issued on payment. */
export async function loadPaidAtIssue(
  ctx: Ctx,
  { id, issuedAt }: { id: string; issuedAt: Date | null },
): Promise<number> {
  const { fils } = await ctx.db
    .selectFrom("settlements")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("amountFils"), eb.lit(0)).as("fils"))
    .where("invoiceId", "=", id)
    .where("at", "=", issuedAt)
    .executeTakeFirstOrThrow();
  return Number(fils);
}
