import { m } from "~/paraglide/messages";
import { perLocale } from "~/platform/locale/locale";
import { unitsOf } from "../../core/pricing/quantity";
import { unitText } from "../../core/pricing/unit-text";
import type { QuoteState } from "./quote";

const stateLabels: Record<QuoteState, () => string> = {
  draft: m.quotes_state_draft,
  sent: m.quotes_state_sent,
  viewed: m.quotes_state_viewed,
  approved: m.quotes_state_approved,
  changes_requested: m.quotes_state_changes_requested,
  declined: m.quotes_state_declined,
  expired: m.quotes_state_expired,
  withdrawn: m.quotes_state_withdrawn,
  converted: m.quotes_state_converted,
  cancelled: m.quotes_state_cancelled,
};

export function labelForQuoteState(state: QuoteState): string {
  return stateLabels[state]();
}

/** Deposit rule on cancellation by the customer. */
export function labelForDepositRule(rule: "refunded" | "forfeited"): string {
  return rule === "forfeited" ? m.quotes_deposit_forfeited() : m.quotes_deposit_refunded();
}

const number = perLocale((intl) => new Intl.NumberFormat(intl, { maximumFractionDigits: 2 }));

/** 150 becomes "1.5". */
export function formatHundredths(hundredths: number): string {
  return number().format(hundredths / 100);
}

const quantities = perLocale((intl) => new Intl.NumberFormat(intl, { maximumFractionDigits: 3 }));

/** "3 units", or "3" without a unit. */
export function formatQuantity({ quantityHundredths, unit }: { quantityHundredths: number; unit: string }) {
  const quantity = quantities().format(unitsOf(quantityHundredths));
  return unit ? m.quotes_quantity({ quantity, unit: unitText(unit, quantityHundredths) }) : quantity;
}

/** Names the contract behind a part's discount. */
export function describeLine(
  { description, partContractId }: { description: string; partContractId: string | null },
  partsUnder: string | null,
): string {
  return partContractId && partsUnder
    ? m.lines_under_contract({ what: description, reference: partsUnder })
    : description;
}
