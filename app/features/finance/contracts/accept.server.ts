import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import { isCustomerOf } from "~/platform/auth/links/document-link.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { canTransition } from "../../core/packages/contract";
import { composeContractData, findAcceptance } from "./document.server";
import { isAgreed, type LockedContract, lockContract } from "./lock-contract.server";
import type { Acceptance, PaperAcceptance } from "./schema";

/**
 * Accepts the agreed terms as the customer, signed in or by link, with a typed name. For others the contract does not
 * exist.
 */
export const acceptContract = command(
  "contracts.accept",
  async function acceptContract(ctx, id: string, { agreementVersion, name }: Acceptance) {
    const contract = await lockContract(ctx, id);
    if (!contract || !(await isOwn(ctx, contract))) return refuse("not-found");
    if (contract.agreementVersion !== agreementVersion) return refuse("terms-changed");
    return saveAcceptance(ctx, contract, { ...signatory(ctx), name, method: "online", reason: "" });
  },
);

/** Records an acceptance on paper, by an admin's decision. */
export const recordPaperAcceptance = command(
  "contracts.activate",
  async function recordPaperAcceptance(ctx, id: string, { agreementVersion, name, reason }: PaperAcceptance) {
    const contract = await lockContract(ctx, id);
    if (!contract) return refuse("not-found");
    if (contract.agreementVersion !== agreementVersion) return refuse("stale");
    return saveAcceptance(ctx, contract, { ...signatory(ctx), name, method: "paper", reason });
  },
);

const signatory = (ctx: Ctx) => ({
  clientIp: ctx.clientIp ?? null,
  userId: userIdOf(ctx.actor),
  at: ctx.now,
});

async function isOwn(ctx: Ctx, { id, customerId }: LockedContract): Promise<boolean> {
  const { userId } = await ctx.db
    .selectFrom("customers")
    .select("userId")
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  if (isCustomerOf(ctx, { kind: "contract", id, userId })) return true;
  // Staff with a contract of their own.
  return userId !== null && userId === userIdOf(ctx.actor);
}

/** The caller has locked the contract. A repeated acceptance changes nothing. */
export async function saveAcceptance(
  ctx: Ctx,
  contract: LockedContract,
  acceptance: {
    name: string;
    method: "online" | "paper";
    reason: string;
    clientIp: string | null;
    userId: string | null;
    at: Date;
  },
): Promise<{ ok: true } | Refusal<"not-agreed" | "wrong-state">> {
  if (!isAgreed(contract)) return refuse("not-agreed");
  const { agreementVersion } = contract;
  if (await findAcceptance(ctx, contract)) return { ok: true };
  if (!canTransition("activate", contract.state)) return refuse("wrong-state");
  await ctx.db
    .insertInto("contractAcceptances")
    .values({
      contractId: contract.id,
      agreementVersion,
      ...acceptance,
      document: JSON.stringify(await composeContractData(ctx, contract)),
    })
    .execute();
  await emit(ctx, "contract.accepted", contract.id, { agreementVersion, method: acceptance.method });
  return { ok: true };
}
