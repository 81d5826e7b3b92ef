import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { formatPhone } from "~/platform/text/phone";
import { formatMinutes } from "~/ui/hooks/duration";
import type { CorrectedField } from "../booking";
import type { CorrectionView } from "./views";

/** Lists the corrected fields, for example "service and address". */
export function labelForCorrected(fields: readonly CorrectedField[]): string {
  const words: Record<CorrectedField, () => string> = {
    service: m.booking_corrected_service,
    trade: m.booking_corrected_trade,
    lines: m.booking_corrected_lines,
    address: m.booking_corrected_address,
    duration: m.booking_corrected_duration,
    name: m.booking_corrected_name,
    phone: m.booking_corrected_phone,
    email: m.booking_corrected_email,
    message: m.booking_corrected_message,
  };
  return formatList(fields.map((field) => words[field]()));
}

export function describeCorrection({ field, before, after }: CorrectionView) {
  const valueText = (value: string | number | null) => {
    if (value === null) return m.booking_corrected_none();
    if (typeof value === "string") return bidiIsolate(field === "phone" ? formatPhone(value) : value);
    return field === "price" ? formatMoney(value) : formatMinutes(value);
  };
  const what = field === "price" ? m.booking_corrected_price() : labelForCorrected([field]);
  return { what, before: valueText(before), after: valueText(after) };
}
