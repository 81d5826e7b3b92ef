import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { findAmountDue } from "../deposits/amount-due.server";
import { payDeposit } from "../deposits/pay-deposit.server";
import { applyHeldChequeChoice, lockHeldCheques } from "../held-cheques.server";
import type { HeldChequeChoice, RecordedMethod } from "../payment";

export interface RecordDepositInput {
  quoteId: string;
  method: RecordedMethod;
  receivedOn: string;
  note: string;
  /** Amount due as the user saw it. */
  seenFils: number;
  /** Required if cheques for the deposit are in hand or with the bank. */
  heldCheques?: HeldChequeChoice | null;
}

export const recordDeposit = command(
  "payments.record",
  async function recordDeposit(ctx, input: RecordDepositInput) {
    const { quoteId, method, receivedOn, note, seenFils, heldCheques } = input;
    // Before the quote, in the order in which a cheque that clears locks both.
    const cheques = await lockHeldCheques(ctx, { quoteId });
    const due = await findAmountDue(ctx, "quote", { id: quoteId });
    if (!due) return refuse("not-found");
    if (due.fils === 0) return refuse("no-deposit");
    if (due.fils !== seenFils) return refuse("stale");
    const applied = await applyHeldChequeChoice(ctx, cheques, heldCheques);
    if (!applied.ok) return applied;
    return payDeposit(ctx, quoteId, { method, fils: seenFils, receivedOn, note });
  },
);
