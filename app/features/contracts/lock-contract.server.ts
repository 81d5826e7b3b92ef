import type { Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { type Refusal, refuse } from "~/platform/http/refusal";
import "../packages/table";

export type LockedContract = Selectable<Tables["contracts"]>;

/** What was agreed, all of it. */
export type AgreedContract = LockedContract & { price_fils: number; starts_on: string; ends_on: string };

/** Which contract, and the version that was seen when the change was decided. */
export interface SeenContract {
  id: string;
  version: number;
}

/** A contract, locked until the transaction ends; null: there is none. */
export async function lockContract(ctx: Ctx, id: string): Promise<LockedContract | null> {
  const row = await ctx.db
    .selectFrom("contracts")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The same as it was seen: one that somebody changed since is refused. */
export async function lockSeenContract(
  ctx: Ctx,
  { id, version }: SeenContract,
): Promise<{ ok: true; contract: LockedContract } | Refusal<"not-found" | "stale">> {
  const contract = await lockContract(ctx, id);
  if (!contract) return refuse("not-found");
  return contract.version === version ? { ok: true, contract } : refuse("stale");
}

export function isAgreed(contract: LockedContract): contract is AgreedContract {
  return contract.agreed_at !== null;
}
