import type { Ctx } from "~/platform/context";
import {
  DEFAULT_INSTALMENTS,
  type Instalment,
  type InstalmentCount,
  instalmentCounts,
} from "../../core/packages/instalments";

/** In order; empty for a contract that is invoiced as a whole. */
export async function listInstalments(ctx: Ctx, contractId: string): Promise<Instalment[]> {
  const rows = await ctx.db
    .selectFrom("contractInstalments")
    .select(["number", "dueDate", "startsOn", "endsOn", "amountFils"])
    .where("contractId", "=", contractId)
    .orderBy("number")
    .execute();
  return rows.map(({ amountFils, ...instalment }) => ({ ...instalment, fils: amountFils }));
}

/** Number of instalments of a contract, for its renewal. */
export async function countInstalments(ctx: Ctx, contractId: string): Promise<InstalmentCount> {
  const { length } = await listInstalments(ctx, contractId);
  return instalmentCounts.find((count) => count === length) ?? DEFAULT_INSTALMENTS;
}
