import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { isUaePhone, normalizeUaePhone } from "../uae/phone";
import { toWesternNumber } from "./numerals";

/** Every public page loads phone.ts, so parsing is separate. */

/** ITU-T E.164, as the database stores it. */
const WITH_COUNTRY = /^\+[1-9]\d{6,14}$/;

const MAX_INPUT_LENGTH = 60;

/**
 * Null for invalid numbers. Browsers accept any plausible foreign number, because only the server has
 * numbering plans.
 */
export function normalizePhone(input: string): string | null {
  if (input.length > MAX_INPUT_LENGTH) return null;
  const written = stripSeparators(input);
  const uaePhone = normalizeUaePhone(written);
  if (uaePhone) return uaePhone;
  const dialled = written.replace(/^00/, "+");
  if (isUaePhone(dialled) || !WITH_COUNTRY.test(dialled)) return null;
  return import.meta.env.SSR ? parseForeignNumber(dialled) : dialled;
}

/** True for two numbers in one field, such as a mobile and a landline. For texts that are not one phone number. */
export function hasSeveralPhones(input: string): boolean {
  const groups = toWesternNumber(input.slice(0, 2 * MAX_INPUT_LENGTH)).match(/\+?\d+/g) ?? [];
  const isPhone = (from: number, to: number) => normalizePhone(groups.slice(from, to).join("")) !== null;
  return groups.some((_, at) => isPhone(0, at) && groups.some((_, last) => isPhone(at, last + 1)));
}

/** Google's numbering plans, excluded from browser bundles. */
function parseForeignNumber(dialled: string): string | null {
  const phone = parsePhoneNumberFromString(dialled);
  return phone?.isValid() && WITH_COUNTRY.test(phone.number) ? phone.number : null;
}

function stripSeparators(input: string): string {
  return toWesternNumber(input).replace(/^\s*tel:|[\s()（）.,/_·'’\p{Pd}]/giu, "");
}

const MIN_SEARCH_DIGITS = 4;

/** 050 1, 971 50 1 and 00971 50 1 all match +971501. Null if not part of a number. */
export function toSearchDigits(search: string): string | null {
  const written = stripSeparators(search);
  if (!/^\+?\d+$/.test(written) || written.length < MIN_SEARCH_DIGITS) return null;
  return written
    .replace(/^(?:\+|00(?=[1-9]))/, "")
    .replace(/^9710/, "971")
    .replace(/^0/, "");
}

const MIN_WHOLE_NUMBER_DIGITS = 9;

/** Parses a searched phone number; null if it may be partial. */
export function parseCompletePhone(search: string): string | null {
  const written = stripSeparators(search);
  const isWhole = /^[+0]/.test(written) || written.length >= MIN_WHOLE_NUMBER_DIGITS;
  return isWhole ? normalizePhone(search) : null;
}
