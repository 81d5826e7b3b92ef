import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatDay, formatTime } from "~/platform/time";
import {
  type ContractState,
  type EntitlementBalance,
  type EntitlementKind,
  type PaymentPlan,
  remainingAmount,
} from "../../core/packages/contract";
import type { ContractDetail, ContractVisit } from "./views";

const states: Record<ContractState, () => string> = {
  requested: m.contract_state_requested,
  active: m.contract_state_active,
  expired: m.contract_state_expired,
  cancelled: m.contract_state_cancelled,
};

export function labelForContractState(state: ContractState): string {
  return states[state]();
}

const kinds: Record<EntitlementKind, () => string> = {
  "ac-visit": m.contract_kind_ac_visit,
  check: m.contract_kind_check,
  "call-out": m.contract_kind_call_out,
  "handyman-hour": m.contract_kind_handyman_hour,
};

export function labelForEntitlement(kind: EntitlementKind): string {
  return kinds[kind]();
}

const visitKinds: Record<EntitlementKind, () => string> = {
  ...kinds,
  "call-out": m.contract_visit_call_out,
  "handyman-hour": m.contract_visit_handyman,
};

export function labelForVisit(kind: EntitlementKind): string {
  return visitKinds[kind]();
}

const plans: Record<PaymentPlan, () => string> = {
  upfront: m.contract_payment_plan_upfront,
  cheques: m.contract_payment_plan_cheques,
};

export function labelForPaymentPlan(plan: PaymentPlan): string {
  return plans[plan]();
}

export function labelForAcceptance({ name, at, method }: NonNullable<ContractDetail["acceptance"]>): string {
  const accepted = { name: bidiIsolate(name), day: formatTime(at, "fullDateTime") };
  return method === "paper" ? m.contract_accepted_on_paper(accepted) : m.contract_accepted_by(accepted);
}

export function labelForLeft(balance: EntitlementBalance): string {
  const left = remainingAmount(balance);
  return left === null ? m.contract_unlimited() : String(left);
}

/**
 * "4 planned · 0 used". Omits "0 left" when all visits are planned, because it would read as if there were
 * none.
 */
export function labelForBalance(balance: EntitlementBalance): string {
  const { used, planned } = balance;
  const left = remainingAmount(balance);
  return [
    planned > 0 && m.contract_my_planned({ count: planned }),
    m.contract_my_used({ count: used }),
    left === null
      ? m.contract_my_no_limit()
      : (left > 0 || planned === 0) && m.contract_my_left({ count: left }),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Date or time of a visit, as far as fixed. */
export function labelForVisitTime({ startsAt, day }: Pick<ContractVisit, "startsAt" | "day">): string {
  if (startsAt) return formatTime(startsAt, "fullDateTime");
  return day ? m.contract_visit_day({ day: formatDay(day, "fullDate") }) : m.contract_visit_open();
}
