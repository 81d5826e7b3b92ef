import { leftToRight } from "../locale/locale";

/** Whether a chat may reach it: WhatsApp is on mobiles. Of another country's number nobody knows. */
export function mayHaveWhatsapp(phone: string): boolean {
  return !phone.startsWith("+971") || phone.startsWith("+9715");
}

/**
 * For the eye: "+971 50 123 4567"; landlines, one digit shorter, "+971 4 555 0100". Within text from right to left its
 * groups keep their order.
 */
export function formatPhone(phone: string): string {
  return leftToRight(groupPhone(phone));
}

/** Companies' own numbers, then country codes by their length (ITU-T E.164, list of assigned codes), then the rest. */
const PARTS =
  /^\+(971800|971[46]00(?=\d{6}$)|1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/;

/** The same without marks, for programs: groups of three, and four at the end. */
export function groupPhone(phone: string): string {
  const [, code, rest] = PARTS.exec(phone) ?? [];
  if (!code || !rest) return phone;
  if (code.length === 6) return `+971 ${code.slice(3)} ${rest}`;
  return `+${code} ${rest.replace(/\B(?=(?:\d{3})*\d{4}$)/g, " ")}`;
}
