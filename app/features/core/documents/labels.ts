import { m } from "~/paraglide/messages";
import { ARABIC, currentLocale, DEFAULT_LOCALE, type Locale } from "~/platform/locale/locale";

/** Document label in the reader's language and in Arabic, because UAE tax documents are read in both. */
export interface Bilingual {
  text: string;
  arabic: string;
}

/**
 * Their Arabic texts avoid lam followed by alef, because PDF readers reverse the two when they extract text
 * (docs/decisions/0027-documents.md).
 */
export const labels = {
  taxInvoice: m.document_tax_invoice,
  simplifiedTaxInvoice: m.document_simplified_tax_invoice,
  invoice: m.document_invoice,
  taxCreditNote: m.document_tax_credit_note,
  creditNote: m.document_credit_note,
  quote: m.document_quote,
  contract: m.document_contract,
  receipt: m.document_receipt,
  refund: m.document_refund,
  statement: m.document_statement,

  number: m.document_number,
  trn: m.document_trn,
  date: m.document_date,
  issueDate: m.document_issue_date,
  supplyDate: m.document_supply_date,
  dueDate: m.document_due_date,
  state: m.document_state,
  validUntil: m.document_valid_until,
  version: m.document_version,
  from: m.document_from,
  until: m.document_until,
  customer: m.document_customer,
  place: m.document_property,
  corrects: m.document_corrects,
  invoiceDate: m.document_invoice_date,
  reason: m.document_reason,

  description: m.document_description,
  quantity: m.document_quantity,
  unitPrice: m.document_unit_price,
  discount: m.document_discount,
  net: m.document_net,
  vatPercent: m.document_vat_percent,
  vat: m.document_vat,
  total: m.document_total,
  amountsWithVat: m.document_amounts_with_vat,
  amounts: m.document_amounts,
  beforeDiscount: m.document_before_discount,
  depositDeducted: m.document_deposit_deducted,
  totalNet: m.document_total_net,
  totalAed: m.document_total_aed,
  balanceAed: m.document_balance_aed,
  balanceVat: m.document_balance_vat,
  paid: m.document_paid,
  amountDue: m.document_amount_due,
  valueOnInvoice: m.document_value_on_invoice,
  creditedBefore: m.document_credited_before,
  correctedValue: m.document_corrected_value,
  difference: m.document_difference,
  credited: m.document_credited,

  howToPay: m.document_how_to_pay,
  bank: m.document_bank,
  accountName: m.document_account_name,
  iban: m.document_iban,
  paymentReference: m.document_payment_reference,
  note: m.document_note,

  options: m.document_options,
  deposit: m.document_deposit,
  afterDeposit: m.document_after_deposit,
  terms: m.document_terms,
  approval: m.document_approval,
  signName: m.document_sign_name,
  signature: m.document_sign_signature,
  signDate: m.document_sign_date,

  package: m.document_package,
  payment: m.document_payment,
  included: m.document_included,
  acceptance: m.document_acceptance,

  amountReceived: m.document_amount_received,
  amountRefunded: m.document_amount_refunded,
  method: m.document_method,
  refundMethod: m.document_refund_method,
  refundedPayment: m.document_refunded_payment,
  appliedTo: m.document_applied_to,
  amount: m.document_amount,
  left: m.document_left,

  what: m.document_type,
  reference: m.document_reference,
  charged: m.document_charged,
  paidOrCredited: m.document_paid_or_credited,
  balance: m.document_balance,
  closingBalance: m.document_closing_balance,
  closingCredit: m.document_closing_credit,
  ageing: m.document_ageing,
  notDue: m.document_not_due,
  to30: m.document_to_30,
  to60: m.document_to_60,
  to90: m.document_to_90,
  older: m.document_older,
} satisfies Record<string, CatalogueText>;

type LabelName = keyof typeof labels;

export function bilingual(labelName: LabelName): Bilingual {
  const { text, arabic } = inBothLanguages(labels[labelName]);
  return { text, arabic: joinArabicWords(arabic) };
}

/** Text of the catalogue without inputs. */
export type CatalogueText = (inputs: object, options: { locale?: Locale }) => string;

const VOWEL_MARKS = /[\u064b-\u0652]/g;

/** For readers of Arabic the other text is English. Without vowel marks, which PDF readers extract at other places. */
export function inBothLanguages(message: CatalogueText): Bilingual {
  const locale = currentLocale() === ARABIC ? DEFAULT_LOCALE : currentLocale();
  const arabic = message({}, { locale: ARABIC }).replace(VOWEL_MARKS, "");
  return { text: message({}, { locale }), arabic };
}

/** `net`: formatted amount to which the rate applies; null if it is that of the whole document. */
export function vatLabel(percent: number, net: string | null = null): Bilingual {
  const { text } = inBothLanguages((_inputs, options) =>
    net === null ? m.document_vat_at({ percent }, options) : m.document_vat_on({ percent, net }, options),
  );
  return { text, arabic: joinArabicWords(m.document_vat_name({}, { locale: ARABIC })) };
}

const BETWEEN_ARABIC_WORDS = /(?<=\p{Script=Arabic}) (?=\p{Script=Arabic})/gu;

/**
 * Joins Arabic words with no-break spaces, because some PDF readers otherwise extract the words of a line in
 * reverse order.
 */
export function joinArabicWords(text: string): string {
  return text.replace(BETWEEN_ARABIC_WORDS, "\u00a0");
}
