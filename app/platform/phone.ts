import { leftToRight } from "./locale/locale";

/** UAE phone numbers (specification, section 5): an optional +971, 971 or 0 prefix, then 9 digits. */
const UAE_PHONE = /^(?:\+971|971|0)?(\d{9})$/;

/**
 * The number as +971 and 9 digits, or null when it is no UAE number. Spaces, hyphens, brackets and the marks that
 * `formatPhone` sets are forgiven.
 */
export function normalizePhone(input: string): string | null {
  const match = UAE_PHONE.exec(input.replace(/[\s()\u2066\u2069-]/g, ""));
  return match ? `+971${match[1]}` : null;
}

/**
 * For the eye: "+971 50 123 4567"; landlines, one digit shorter, "+971 4 555 0100". Within text from right to left its
 * groups keep their order.
 */
export function formatPhone(phone: string): string {
  return leftToRight(groupPhone(phone));
}

/** The same without marks, for programs. */
export function groupPhone(phone: string): string {
  return phone.replace(/^\+971(\d{1,2})(\d{3})(\d{4})$/, "+971 $1 $2 $3");
}
