import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { forEachIsolated } from "~/platform/for-each-isolated.server";
import { refuse } from "~/platform/http/refusal";
import { infraFailureOf } from "~/platform/incidents/infra-failure.server";
import { dubaiDate, dubaiInstant } from "~/platform/time";
import { listInstalments } from "../../contracts/instalments.server";
import { isAgreed, lockContract } from "../../contracts/lock-contract.server";
import { issueDraft } from "../draft/issue.server";
import { draftInstalment } from "./draft-instalment.server";
import { recordRefusedInstalment } from "./refused-instalments.server";

/**
 * Issues the tax invoices of instalments on their due dates (docs/domain.md, "Packages and contracts"). Idempotent: an
 * instalment whose invoice was credited is not invoiced again. A refused instalment stands on Today, is tried
 * again in the next hour, and the office can invoice it by hand: its draft is left to the office for that day.
 */
export async function issueDueInstalments(ctx: Ctx): Promise<void> {
  const options = {
    code: "instalment-not-invoiced",
    failed: "The invoice of an instalment failed, and will be tried again",
    idOf: ({ contractId, number }: { contractId: string; number: number }) => `${contractId} ${number}`,
  };
  await forEachIsolated(await listDue(ctx), options, async ({ contractId, number }) => {
    let obstacle = "error";
    try {
      const issued = await inTransaction(ctx, (ctx) => issueInstalment(ctx, contractId, number));
      if (issued.ok || issued.reason === "already-invoiced") return;
      obstacle = issued.reason;
      throw new Error(`Refused: ${issued.reason}`);
    } catch (error) {
      if (!infraFailureOf(error)) await recordRefusedInstalment(ctx, { contractId, number }, obstacle);
      throw error;
    }
  });
}

/** Issues what is due of a contract in the caller's transaction, which must roll back on refusal. */
export async function issueDueInstalmentsOf(ctx: Ctx, contractId: string) {
  for (const { number } of await listDue(ctx, contractId)) {
    const issued = await issueInstalment(ctx, contractId, number);
    if (!issued.ok) return issued;
  }
  return { ok: true as const };
}

function listDue(ctx: Ctx, contractId?: string): Promise<{ contractId: string; number: number }[]> {
  const today = dubaiDate(ctx.now);
  return ctx.db
    .selectFrom("contractInstalments")
    .innerJoin("contracts", "contracts.id", "contractInstalments.contractId")
    .select(["contractId", "number"])
    .where("state", "in", ["active", "expired"])
    .where("dueDate", "<=", today)
    .where(sql<boolean>`NOT EXISTS (SELECT FROM invoices
      WHERE invoices.contract_id = contract_instalments.contract_id AND instalment = number
        AND (issued_at IS NOT NULL OR invoices.created_at >= ${dubaiInstant(today, "00:00")}))`)
    .$if(contractId !== undefined, (query) => query.where("contractId", "=", contractId!))
    .orderBy("dueDate")
    .orderBy("contractId")
    .execute();
}

/** Drafts and issues the invoice of an instalment, at the latest when it is paid. */
export async function issueInstalment(ctx: Ctx, contractId: string, number: number) {
  const contract = await lockContract(ctx, contractId);
  if (!contract || !isAgreed(contract)) return refuse("not-found");
  const existing = await ctx.db
    .selectFrom("invoices")
    .selectAll()
    .where("contractId", "=", contractId)
    .where("instalment", "=", number)
    .orderBy(sql`issued_at IS NOT NULL`)
    .executeTakeFirst();
  if (existing?.reference) return refuse("already-invoiced", { reference: existing.reference });
  if (existing) return issueDraft(ctx, existing);
  const instalments = await listInstalments(ctx, contractId);
  const instalment = instalments.find((one) => one.number === number);
  if (!instalment) return refuse("not-found");
  const { id } = await draftInstalment(ctx, contract, instalment, instalments.length);
  const draft = await ctx.db
    .selectFrom("invoices")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return issueDraft(ctx, draft);
}
