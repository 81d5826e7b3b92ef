import { leftToRight } from "../locale/locale";
import { isUaeMobile, isUaePhone } from "../uae/phone";

/** True for foreign numbers, whose kind is unknown. */
export function mayHaveWhatsapp(phone: string): boolean {
  return !isUaePhone(phone) || isUaeMobile(phone);
}

/** "+971 50 123 4567", in this order within right-to-left text. */
export function formatPhone(phone: string): string {
  return leftToRight(groupPhone(phone));
}

/** Company numbers, country codes by length (ITU-T E.164), then the rest. */
const PARTS =
  /^\+(971800|971[46]00(?=\d{6}$)|1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/;

export function groupPhone(phone: string): string {
  const [, code, rest] = PARTS.exec(phone) ?? [];
  if (!code || !rest) return phone;
  if (code.length === 6) return `+971 ${code.slice(3)} ${rest}`;
  return `+${code} ${rest.replace(/\B(?=(?:\d{3})*\d{4}$)/g, " ")}`;
}
