import { m } from "~/paraglide/messages";
import type { Emirate } from "~/platform/uae/emirates";
import { type Account, documentsOf, type EntryKind } from "./ledger";

const accounts: Record<Account, () => string> = {
  cash: m.books_account_cash,
  bank: m.books_account_bank,
  "card-clearing": m.books_account_card_clearing,
  "cheques-in-hand": m.books_account_cheques_in_hand,
  receivables: m.books_account_receivables,
  "prepaid-expenses": m.books_account_prepaid_expenses,
  equipment: m.books_account_equipment,
  "accumulated-depreciation": m.books_account_accumulated_depreciation,
  payables: m.books_account_payables,
  "output-vat": m.books_account_output_vat,
  "vat-settlement": m.books_account_vat_settlement,
  "customer-deposits": m.books_account_customer_deposits,
  "customer-credit": m.books_account_customer_credit,
  "uncleared-cheques": m.books_account_uncleared_cheques,
  "deferred-contract-revenue": m.books_account_deferred_contract_revenue,
  "bank-loan": m.books_account_bank_loan,
  opening: m.books_account_opening,
  "owners-equity": m.books_account_owners_equity,
  "owners-drawings": m.books_account_owners_drawings,
  "retained-earnings": m.books_account_retained_earnings,
  "profit-carried-forward": m.books_account_profit_carried_forward,
  revenue: m.books_account_revenue,
  "other-income": m.books_account_other_income,
  "bad-debts-recovered": m.books_account_bad_debts_recovered,
  materials: m.books_account_materials,
  fees: m.books_account_fees,
  "dispute-fees": m.books_account_dispute_fees,
  "bad-debts": m.books_account_bad_debts,
  salaries: m.books_account_salaries,
  rent: m.books_account_rent,
  utilities: m.books_account_utilities,
  fuel: m.books_account_fuel,
  "professional-fees": m.books_account_professional_fees,
  "bank-charges": m.books_account_bank_charges,
  depreciation: m.books_account_depreciation,
  "other-expenses": m.books_account_other_expenses,
};

export function labelForAccount(account: Account): string {
  return accounts[account]();
}

const documentHints = {
  invoices: m.books_use_invoices,
  payments: m.books_use_payments,
  deposits: m.books_use_deposits,
  cheques: m.books_use_cheques,
  contracts: m.books_use_contracts,
  "write-offs": m.books_use_write_offs,
  "year-ends": m.books_use_year_ends,
};

/** The documents that post to an account which manual entries must not use; null for the others. */
export function documentHint(account: Account): string | null {
  const documents = documentsOf(account);
  return documents && documentHints[documents]();
}

const kinds: Record<EntryKind, () => string> = {
  invoice: m.books_kind_invoice,
  deposit: m.books_kind_deposit,
  opening: m.books_kind_opening,
  "opening-credit": m.books_kind_opening_credit,
  "credit-note": m.books_kind_credit_note,
  "deposit-forfeited": m.books_kind_deposit_forfeited,
  payment: m.books_kind_payment,
  "payment-reversed": m.books_kind_payment_reversed,
  "payment-restored": m.books_kind_payment_restored,
  "payment-reallocated": m.books_kind_payment_reallocated,
  advance: m.books_kind_advance,
  "advance-settled": m.books_kind_advance_settled,
  "credit-used": m.books_kind_credit_used,
  "write-off": m.books_kind_write_off,
  "write-off-reversed": m.books_kind_write_off_reversed,
  "bad-debt-recovered": m.books_kind_bad_debt_recovered,
  "bad-debt-relief": m.books_kind_bad_debt_relief,
  "bad-debt-relief-reversed": m.books_kind_bad_debt_relief_reversed,
  refund: m.books_kind_refund,
  "refund-failed": m.books_kind_refund_failed,
  "cheque-in": m.books_kind_cheque_in,
  "cheque-out": m.books_kind_cheque_out,
  fee: m.books_kind_fee,
  "provider-fee": m.books_kind_provider_fee,
  "dispute-fee": m.books_kind_dispute_fee,
  payout: m.books_kind_payout,
  "payout-failed": m.books_kind_payout_failed,
  "contract-revenue": m.books_kind_contract_revenue,
  "year-end": m.books_kind_year_end,
  "bank-deposit": m.books_kind_bank_deposit,
  journal: m.books_kind_journal,
};

export function labelForEntryKind(kind: EntryKind): string {
  return kinds[kind]();
}

/** Boxes of form VAT 201 for standard-rated supplies, by emirate. */
const boxes: Record<Emirate, () => string> = {
  AUH: m.books_box_auh,
  DXB: m.books_box_dxb,
  SHJ: m.books_box_shj,
  AJM: m.books_box_ajm,
  UAQ: m.books_box_uaq,
  RAK: m.books_box_rak,
  FUJ: m.books_box_fuj,
};

export function boxForEmirate(emirate: Emirate): string {
  return boxes[emirate]();
}

const treatments = {
  standard: m.books_vat_standard,
  zero: m.books_vat_zero,
  exempt: m.books_vat_exempt,
  "bad-debt": m.books_vat_bad_debt,
};

export function labelForVat(vat: keyof typeof treatments): string {
  return treatments[vat]();
}
