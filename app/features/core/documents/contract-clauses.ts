import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import type { ContractTerms } from "./document-data";
import type { CatalogueText } from "./labels";

/** Legal sentences of the contract. */
export function contractClauses(
  { callOutHours, emergencyFee, partsDiscount, partsIncludedFils }: ContractTerms,
  withVat: boolean,
): CatalogueText[] {
  return [
    m.document_clause_property,
    m.document_clause_start,
    withVat ? m.document_clause_vat : m.document_clause_no_vat,
    (_inputs, options) => m.document_clause_call_out({ hours: callOutHours }, options),
    emergencyFee ? m.document_clause_emergency_fee : m.document_clause_no_emergency_fee,
    ...(partsDiscount > 0 ? [partsDiscountClause(partsDiscount)] : []),
    ...(partsIncludedFils ? [partsIncludedClause(partsIncludedFils)] : []),
    m.document_clause_unused,
    m.document_clause_cancellation,
  ];
}

function partsDiscountClause(percent: number): CatalogueText {
  return (_inputs, options) => m.document_clause_parts_discount({ percent }, options);
}

function partsIncludedClause(fils: number): CatalogueText {
  return (_inputs, options) => m.document_clause_parts_included({ price: formatMoney(fils) }, options);
}
