import { toDigitGroup } from "../text/numerals";

const UAE_LENGTH = 23;

/** ISO 13616 check digits, of IBANs of all countries. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  if (iban.startsWith("AE") && iban.length !== UAE_LENGTH) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

export function normalizeIban(typed: string): string {
  return toDigitGroup(typed).toUpperCase();
}

/** Groups of four, as banks print IBANs. */
export function formatIban(iban: string): string {
  return normalizeIban(iban).replace(/.{4}(?=.)/g, "$& ");
}
