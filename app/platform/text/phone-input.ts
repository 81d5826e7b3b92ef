import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Parses typed phone numbers. Formatting is in phone.ts, which every public page loads. */

/**
 * UAE numbers in the client's notation (docs/domain.md, "Forms"): optional +971, 971 or 0 and nine digits,
 * also 00971 and +971 (0). Landlines (2, 3, 4, 6, 7, 9) have eight digits. 400 and 600 with six digits and
 * 800 with two to nine are company numbers (docs/decisions/0026-phone-numbers.md).
 */
const UAE_PHONE = /^(?:(?:\+|00)?971)?0?([158]\d{8}|[46]00\d{6}|[234679]\d{7}|800\d{2,9})$/;

/** Number with country code (ITU-T E.164, at most 15 digits), as the database stores it. */
const WITH_COUNTRY = /^\+[1-9]\d{6,14}$/;

/** Longer than any formatted number. */
const MAX_INPUT_LENGTH = 60;

/**
 * Normalizes to + and digits; null for invalid numbers. Accepts UAE numbers in any notation and foreign ones
 * with + or 00 and country code. Accepts Arabic digits; ignores spaces, punctuation and direction marks.
 * Browsers accept any plausible foreign number, because only the server has numbering plans.
 */
export function normalizePhone(input: string): string | null {
  if (input.length > MAX_INPUT_LENGTH) return null;
  const written = stripSeparators(input);
  const national = UAE_PHONE.exec(written)?.[1];
  if (national) return `+971${national}`;
  const dialled = written.replace(/^00/, "+");
  if (dialled.startsWith("+971") || !WITH_COUNTRY.test(dialled)) return null;
  return import.meta.env.SSR ? parseForeignNumber(dialled) : dialled;
}

/**
 * Validates by Google's numbering plans and removes a 0 after the country code. Excluded from browser
 * bundles.
 */
function parseForeignNumber(dialled: string): string | null {
  const phone = parsePhoneNumberFromString(dialled);
  return phone?.isValid() && WITH_COUNTRY.test(phone.number) ? phone.number : null;
}

/** Removes separators and converts digits to 0–9. Other characters remain and make the number invalid. */
function stripSeparators(input: string): string {
  return input
    .replace(/[\s()./\p{Pd}\p{Cf}]/gu, "")
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** Shorter inputs are searched as text, because they may be house numbers. */
const MIN_SEARCH_DIGITS = 4;

/**
 * Digits to search in stored numbers: 050 1, 971 50 1, +971 (0)50 1 and 00971 50 1 all match +971501. Null if
 * the input is not part of a number.
 */
export function toSearchDigits(search: string): string | null {
  const written = stripSeparators(search);
  if (!/^\+?\d+$/.test(written) || written.length < MIN_SEARCH_DIGITS) return null;
  return written
    .replace(/^(?:\+|00(?=[1-9]))/, "")
    .replace(/^9710/, "971")
    .replace(/^0/, "");
}

/** From this length a UAE number is complete, without its 0. */
const MIN_WHOLE_NUMBER_DIGITS = 9;

/** Stored form of a completely typed number; null if it may be partial or invalid. */
export function parseCompletePhone(search: string): string | null {
  const written = stripSeparators(search);
  const isWhole = /^[+0]/.test(written) || written.length >= MIN_WHOLE_NUMBER_DIGITS;
  return isWhole ? normalizePhone(search) : null;
}
