import { m } from "~/paraglide/messages";
import type { ChequeState, ChequeTransition, PaymentMethod, RefundState } from "./payment";

const methodLabels: Record<PaymentMethod, () => string> = {
  card: m.payments_method_card,
  cash: m.payments_method_cash,
  transfer: m.payments_method_transfer,
  cheque: m.payments_method_cheque,
};

export function labelForMethod(method: PaymentMethod): string {
  return methodLabels[method]();
}

/** Card payments are taken back by a dispute only, cheques when they bounce, others by hand (docs/domain.md, "Money"). */
const reversalLabels: Record<PaymentMethod, { whole: () => string; part: () => string }> = {
  card: { whole: m.payments_disputed, part: m.payments_part_disputed },
  cash: { whole: m.payments_voided, part: m.payments_part_voided },
  transfer: { whole: m.payments_voided, part: m.payments_part_voided },
  cheque: { whole: m.payments_cheque_bounced, part: m.payments_cheque_bounced },
};

export function labelForReversal(method: PaymentMethod, extent: "whole" | "part" = "whole"): string {
  return reversalLabels[method][extent]();
}

const chequeLabels: Record<ChequeState, () => string> = {
  received: m.payments_cheque_state_received,
  deposited: m.payments_cheque_deposited,
  cleared: m.payments_cheque_cleared,
  bounced: m.payments_cheque_bounced,
  returned: m.payments_cheque_returned,
};

export function labelForCheque(state: ChequeState): string {
  return chequeLabels[state]();
}

const chequeTransitionLabels: Record<ChequeTransition, () => string> = {
  deposit: m.payments_cheque_transition_deposit,
  clear: m.payments_cheque_transition_clear,
  bounce: m.payments_cheque_transition_bounce,
  returnUnused: m.payments_cheque_transition_give_back,
};

export function labelForChequeTransition(move: ChequeTransition): string {
  return chequeTransitionLabels[move]();
}

const refundLabels: Record<RefundState, () => string> = {
  requested: m.payments_refund_requested,
  done: m.payments_refund_done,
  failed: m.payments_refund_failed,
};

export function labelForRefund(state: RefundState): string {
  return refundLabels[state]();
}
