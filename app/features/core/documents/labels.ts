import { m } from "~/paraglide/messages";

/** Document label in the reader's language and in Arabic, because UAE tax documents are read in both. */
export interface Bilingual {
  text: string;
  arabic: string;
}

/**
 * Avoid lam followed by alef, because PDF readers reverse the two when they extract text
 * (docs/decisions/0027-documents.md).
 */
export const labels = {
  taxInvoice: [m.document_tax_invoice, "فاتورة ضريبية"],
  simplifiedTaxInvoice: [m.document_simplified_tax_invoice, "فاتورة ضريبية مبسطة"],
  invoice: [m.document_invoice, "فاتورة"],
  taxCreditNote: [m.document_tax_credit_note, "إشعار دائن ضريبي"],
  creditNote: [m.document_credit_note, "إشعار دائن"],
  quote: [m.document_quote, "عرض سعر"],
  contract: [m.document_contract, "عقد صيانة سنوي"],
  receipt: [m.document_receipt, "سند قبض"],
  refund: [m.document_refund, "سند صرف"],
  statement: [m.document_statement, "كشف حساب"],

  number: [m.document_number, "الرقم"],
  trn: [m.document_trn, "رقم التسجيل الضريبي"],
  date: [m.document_date, "التاريخ"],
  issueDate: [m.document_issue_date, "تاريخ التحرير"],
  supplyDate: [m.document_supply_date, "تاريخ التوريد"],
  dueDate: [m.document_due_date, "موعد السداد"],
  state: [m.document_state, "الحالة"],
  validUntil: [m.document_valid_until, "صالح حتى"],
  version: [m.document_version, "النسخة"],
  from: [m.document_from, "من"],
  until: [m.document_until, "حتى"],
  customer: [m.document_customer, "العميل"],
  place: [m.document_property, "موقع العمل"],
  corrects: [m.document_corrects, "تصحيح الفاتورة"],
  invoiceDate: [m.document_invoice_date, "تاريخ الفاتورة"],
  reason: [m.document_reason, "السبب"],

  description: [m.document_description, "البيان"],
  quantity: [m.document_quantity, "الكمية"],
  unitPrice: [m.document_unit_price, "سعر الوحدة"],
  discount: [m.document_discount, "الخصم"],
  net: [m.document_net, "الصافي"],
  vatPercent: [m.document_vat_percent, "النسبة"],
  vat: [m.document_vat, "الضريبة"],
  total: [m.document_total, "المجموع"],
  amountsWithVat: [m.document_amounts_with_vat, "المبالغ بالدرهم والسعر والخصم شامل الضريبة"],
  amounts: [m.document_amounts, "المبالغ بالدرهم بدون ضريبة"],
  beforeDiscount: [m.document_before_discount, "قبل الخصم"],
  depositDeducted: [m.document_deposit_deducted, "دفعة مقدمة مخصومة"],
  totalNet: [m.document_total_net, "المجموع بدون الضريبة"],
  totalAed: [m.document_total_aed, "المجموع بالدرهم"],
  balanceAed: [m.document_balance_aed, "الرصيد المتبقي بالدرهم"],
  balanceVat: [m.document_balance_vat, "منه الضريبة"],
  paid: [m.document_paid, "المدفوع"],
  amountDue: [m.document_amount_due, "المبلغ المستحق بالدرهم"],
  valueOnInvoice: [m.document_value_on_invoice, "القيمة في الفاتورة"],
  creditedBefore: [m.document_credited_before, "إشعارات دائنة سابقة"],
  correctedValue: [m.document_corrected_value, "القيمة بعد التصحيح"],
  difference: [m.document_difference, "الفرق بدون الضريبة"],
  credited: [m.document_credited, "المبلغ الدائن بالدرهم"],

  howToPay: [m.document_how_to_pay, "طريقة الدفع"],
  bank: [m.document_bank, "البنك"],
  accountName: [m.document_account_name, "اسم الحساب"],
  iban: [m.document_iban, "رقم الحساب الدولي"],
  paymentReference: [m.document_payment_reference, "المرجع"],
  note: [m.document_note, "ملحوظة"],

  options: [m.document_options, "بنود اختيارية"],
  deposit: [m.document_deposit, "دفعة مقدمة"],
  afterDeposit: [m.document_after_deposit, "بعد التنفيذ"],
  terms: [m.document_terms, "الشروط"],
  approval: [m.document_approval, "الموافقة"],
  signName: [m.document_sign_name, "اسم العميل"],
  signature: [m.document_sign_signature, "التوقيع"],
  signDate: [m.document_sign_date, "التاريخ"],

  package: [m.document_package, "الباقة"],
  payment: [m.document_payment, "السداد"],
  included: [m.document_included, "يشمل العقد"],
  acceptance: [m.document_acceptance, "القبول"],

  amountReceived: [m.document_amount_received, "المبلغ المستلم بالدرهم"],
  amountRefunded: [m.document_amount_refunded, "المبلغ المردود بالدرهم"],
  method: [m.document_method, "طريقة الدفع"],
  refundMethod: [m.document_refund_method, "طريقة الرد"],
  appliedTo: [m.document_applied_to, "عن"],
  amount: [m.document_amount, "المبلغ"],
  left: [m.document_left, "المتبقي"],
  keptAsCredit: [m.document_kept_as_credit, "رصيد دائن لكم"],

  what: [m.document_type, "البيان"],
  reference: [m.document_reference, "المرجع"],
  charged: [m.document_charged, "مدين"],
  paidOrCredited: [m.document_paid_or_credited, "دائن"],
  balance: [m.document_balance, "الرصيد"],
  openingBalance: [m.document_opening_balance, "الرصيد السابق"],
  closingBalance: [m.document_closing_balance, "الرصيد المستحق بالدرهم"],
  closingCredit: [m.document_closing_credit, "رصيد لكم بالدرهم"],
  ageing: [m.document_ageing, "أعمار الديون"],
  notDue: [m.document_not_due, "غير مستحق بعد"],
  to30: [m.document_to_30, "1-30 يوم"],
  to60: [m.document_to_60, "31-60 يوم"],
  to90: [m.document_to_90, "61-90 يوم"],
  older: [m.document_older, "90 يوم فأكثر"],
} satisfies Record<string, [() => string, string]>;

type LabelName = keyof typeof labels;

export function bilingual(labelName: LabelName): Bilingual {
  const [text, arabic] = labels[labelName];
  return { text: text(), arabic: joinArabicWords(arabic) };
}

/** `net`: formatted amount to which the rate applies; null if it is that of the whole document. */
export function vatLabel(percent: number, net: string | null = null): Bilingual {
  return {
    text: net === null ? m.document_vat_at({ percent }) : m.document_vat_on({ percent, net }),
    arabic: joinArabicWords("ضريبة القيمة المضافة"),
  };
}

const BETWEEN_ARABIC_WORDS = /(?<=\p{Script=Arabic}) (?=\p{Script=Arabic})/gu;

/**
 * Joins Arabic words with no-break spaces, because some PDF readers otherwise extract the words of a line in
 * reverse order.
 */
export function joinArabicWords(text: string): string {
  return text.replace(BETWEEN_ARABIC_WORDS, "\u00a0");
}
