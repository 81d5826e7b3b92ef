import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { findAmountDue } from "../deposits/amount-due.server";
import { payDeposit } from "../deposits/pay-deposit.server";
import type { RecordedMethod } from "../payment";

export interface RecordDepositInput {
  quoteId: string;
  method: RecordedMethod;
  receivedOn: string;
  note: string;
  /** Amount due as the user saw it. */
  seenFils: number;
}

export const recordDeposit = command(
  "payments.record",
  async function recordDeposit(ctx, input: RecordDepositInput) {
    const { quoteId, method, receivedOn, note, seenFils } = input;
    const due = await findAmountDue(ctx, "quote", { id: quoteId });
    if (!due) return refuse("not-found");
    if (due.fils === 0) return refuse("no-deposit");
    if (due.fils !== seenFils) return refuse("stale");
    return payDeposit(ctx, quoteId, { method, fils: seenFils, receivedOn, note });
  },
);
