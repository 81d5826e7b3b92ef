import { m } from "~/paraglide/messages";
import { formatAmount, formatMoney } from "~/platform/money";
import type { ContractTerms } from "./document-data";

export interface Clause {
  /** In the reader's language. */
  text: string;
  arabic: string;
}

/** Legal sentences of the contract. The one list of them, so that the Arabic is reviewed in one place. */
export function contractClauses(
  { callOutHours, emergencyFee, partsDiscount, partsIncludedFils }: ContractTerms,
  withVat: boolean,
): Clause[] {
  return [
    { text: m.document_clause_property(), arabic: "يغطي هذا العقد العقار المذكور في المدة المذكورة." },
    {
      text: m.document_clause_start(),
      arabic: "يسري العقد بعد قبوله وتفعيله، وعندها يتم تحديد مواعيد الزيارات.",
    },
    ...(withVat
      ? [{ text: m.document_clause_vat(), arabic: "السعر لسنة واحدة شامل ضريبة القيمة المضافة." }]
      : [{ text: m.document_clause_no_vat(), arabic: "السعر لسنة واحدة." }]),
    {
      text: m.document_clause_call_out({ hours: callOutHours }),
      arabic: `تشمل الزيارة عند الطلب عملا مدته ${callOutHours} ساعة كحد أقصى، وما زاد يحسب بسعر الساعة المعتمد.`,
    },
    emergencyFee
      ? { text: m.document_clause_emergency_fee(), arabic: "تطبق رسوم الطوارئ." }
      : { text: m.document_clause_no_emergency_fee(), arabic: "تسقط رسوم الطوارئ بموجب هذا العقد." },
    ...(partsDiscount > 0
      ? [
          {
            text: m.document_clause_parts_discount({ percent: partsDiscount }),
            arabic: `خصم ${partsDiscount}% على قطع الغيار.`,
          },
        ]
      : []),
    ...(partsIncludedFils
      ? [
          {
            text: m.document_clause_parts_included({ price: formatMoney(partsIncludedFils) }),
            arabic: `قطع الغيار حتى ${formatAmount(partsIncludedFils)} درهم للقطعة مجانية.`,
          },
        ]
      : []),
    {
      text: m.document_clause_unused(),
      arabic: "تبقى الزيارات غير المستخدمة متاحة حتى نهاية العقد، وتعود الزيارة الملغاة إلى رصيد العقد.",
    },
    {
      text: m.document_clause_cancellation(),
      arabic: "عند فسخ العقد ينتهي في ذلك اليوم، ويقيد ثمن المدة المتبقية لصالح العميل.",
    },
  ];
}
