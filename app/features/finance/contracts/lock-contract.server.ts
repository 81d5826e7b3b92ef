import type { Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { type Refusal, refuse } from "~/platform/http/refusal";

export type LockedContract = Selectable<Tables["contracts"]>;

/** Locked contract with complete terms. */
export type AgreedContract = LockedContract & { priceFils: number; startsOn: string; endsOn: string };

/** Contract and the version that the user saw. */
export interface SeenContract {
  id: string;
  version: number;
}

/** Locks a contract until the end of the transaction; null if unknown. */
export async function lockContract(ctx: Ctx, id: string): Promise<LockedContract | null> {
  const row = await ctx.db
    .selectFrom("contracts")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Locks a contract and refuses a stale version. */
export async function lockSeenContract(
  ctx: Ctx,
  { id, version }: SeenContract,
): Promise<{ ok: true; contract: LockedContract } | Refusal<"not-found" | "stale">> {
  const contract = await lockContract(ctx, id);
  if (!contract) return refuse("not-found");
  return contract.version === version ? { ok: true, contract } : refuse("stale");
}

export function isAgreed(contract: LockedContract): contract is AgreedContract {
  return contract.agreedAt !== null;
}
