import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";

interface Terms {
  callOutHours: number;
  emergencyFee: boolean;
  partsDiscount: number | null;
  partsIncludedFils: number | null;
}

/** Contract terms for the price of work, in one line. */
export function labelForTerms({
  callOutHours,
  emergencyFee,
  partsDiscount,
  partsIncludedFils,
}: Terms): string {
  return [
    m.contract_terms_hours({ count: callOutHours }),
    emergencyFee ? m.contract_terms_fee() : m.contract_terms_no_fee(),
    partsDiscount ? m.contract_terms_parts({ percent: partsDiscount }) : "",
    partsIncludedFils ? m.contract_terms_included({ price: formatMoney(partsIncludedFils) }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
