import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** What people type as a phone number; how one is shown is in phone.ts, which every public page loads. */

/**
 * A number of the UAE: the client's (docs/domain.md, "Forms") optional +971, 971 or 0 and nine digits, beside it 00971 and
 * +971 (0). Nine digits that begin as a landline does (2, 3, 4, 6, 7, 9) are none: those have eight. 400 and 600 with six
 * digits, and 800 with two to nine, are companies' own numbers (docs/decisions/0026-phone-numbers.md).
 */
const UAE_PHONE = /^(?:(?:\+|00)?971)?0?([158]\d{8}|[46]00\d{6}|[234679]\d{7}|800\d{2,9})$/;

/** A number with its country code, as ITU-T E.164 has it: at most 15 digits. The database holds no other. */
const WITH_COUNTRY = /^\+[1-9]\d{6,14}$/;

/** Longer than any number, however it is spaced. */
const MAX_INPUT_LENGTH = 60;

/**
 * The number as + and digits, or null when it is none: one of the UAE in any of its writings, one of another country
 * with + or 00 and its country code. Digits may be Arabic; spaces, hyphens, dots, slashes, brackets and marks of
 * direction are forgiven. Of another country's number the browser knows only that it may be one: the server decides.
 */
export function normalizePhone(input: string): string | null {
  if (input.length > MAX_INPUT_LENGTH) return null;
  const written = plainPhone(input);
  const national = UAE_PHONE.exec(written)?.[1];
  if (national) return `+971${national}`;
  const dialled = written.replace(/^00/, "+");
  if (dialled.startsWith("+971") || !WITH_COUNTRY.test(dialled)) return null;
  return import.meta.env.SSR ? readForeign(dialled) : dialled;
}

/** By Google's numbering plans, without the 0 that some write behind the country code. Left out of what browsers load. */
function readForeign(dialled: string): string | null {
  const phone = parsePhoneNumberFromString(dialled);
  return phone?.isValid() && WITH_COUNTRY.test(phone.number) ? phone.number : null;
}

/** Only what is dialled, in 0 to 9; what is no part of a number stays, and makes it none. */
function plainPhone(input: string): string {
  return input
    .replace(/[\s()./\p{Pd}\p{Cf}]/gu, "")
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** Fewer digits are looked for as they are typed: they may be a house number. */
const MIN_SEARCH_DIGITS = 4;

/**
 * The digits to look for in stored numbers, however the number is typed: 050 1, 971 50 1, +971 (0)50 1 and 00971 50 1 all
 * find +971501. Null: it is no part of a number.
 */
export function searchedDigits(search: string): string | null {
  const written = plainPhone(search);
  if (!/^\+?\d+$/.test(written) || written.length < MIN_SEARCH_DIGITS) return null;
  return written
    .replace(/^(?:\+|00(?=[1-9]))/, "")
    .replace(/^9710/, "971")
    .replace(/^0/, "");
}

/** No part of a number of the UAE has as many digits: they are a whole one, without its 0. */
const MIN_WHOLE_NUMBER_DIGITS = 9;

/** The number as it is stored, where a whole one is typed; null: it may be a part of one, or none. */
export function wholePhone(search: string): string | null {
  const written = plainPhone(search);
  const isWhole = /^[+0]/.test(written) || written.length >= MIN_WHOLE_NUMBER_DIGITS;
  return isWhole ? normalizePhone(search) : null;
}
