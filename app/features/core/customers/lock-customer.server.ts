import type { Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { type Refusal, refuse } from "~/platform/http/refusal";

export interface CustomerVersion {
  id: string;
  version: number;
}

/**
 * Locks a customer's record until the end of the transaction. Merged records are refused. Without `version` the stale
 * check is skipped.
 */
export async function lockCustomer(
  ctx: Ctx,
  { id, version }: { id: string; version?: number | undefined },
): Promise<
  { ok: true; customer: Selectable<Tables["customers"]> } | Refusal<"not-found" | "merged" | "stale">
> {
  const customer = await ctx.db
    .selectFrom("customers")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!customer) return refuse("not-found");
  if (customer.mergedInto) return refuse("merged");
  if (version !== undefined && customer.version !== version) return refuse("stale");
  return { ok: true, customer };
}
