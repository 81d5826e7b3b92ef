import type { Ctx } from "~/platform/context";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { anyOf } from "~/platform/lists/any-of.server";
import { transitionCheque } from "./commands/cheques.server";
import { chequeTransitionsFrom, type HeldChequeChoice, heldChequeStates } from "./payment";

/** Cheques in hand or with the bank for invoices or a deposit, locked until the transaction ends. */
export function lockHeldCheques(ctx: Ctx, target: { invoiceIds: readonly string[] } | { quoteId: string }) {
  return ctx.db
    .selectFrom("cheques")
    .select(["id", "version", "state", "amountFils"])
    .where((eb) =>
      "quoteId" in target
        ? eb("quoteId", "=", target.quoteId)
        : eb("invoiceId", "=", anyOf(target.invoiceIds)),
    )
    .where("state", "in", [...heldChequeStates])
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Applies the office's choice for cheques whose amount is paid otherwise; refused without a choice. */
export async function applyHeldChequeChoice(
  ctx: Ctx,
  cheques: Awaited<ReturnType<typeof lockHeldCheques>>,
  choice: HeldChequeChoice | null | undefined,
): Promise<{ ok: true } | Refusal<"cheques-held" | "stale">> {
  if (cheques.length > 0 && !choice) {
    const fils = cheques.reduce((sum, { amountFils }) => sum + amountFils, 0);
    return refuse("cheques-held", { count: cheques.length, fils });
  }
  if (choice !== "return") return { ok: true };
  for (const { id, version, state } of cheques) {
    // The bank has the deposited ones.
    if (!chequeTransitionsFrom(state).includes("returnUnused")) continue;
    const returned = await transitionCheque(ctx, id, "returnUnused", version);
    if (!returned.ok) return refuse("stale");
  }
  return { ok: true };
}
