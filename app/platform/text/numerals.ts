/** Numbers typed on any keyboard (docs/domain.md, "Forms"). */

const DIGIT = /\p{Nd}/u;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;

/** Digits of all scripts as 0-9: "٠٥٠ ۱۲۳" is "050 123". */
export function toWesternDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => {
    const code = digit.codePointAt(0)!;
    let zero = code;
    // Unicode orders the ten digits of a script without gaps.
    while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10);
  });
}

/** Arabic and full-width signs of numbers. */
const signs: Record<string, string> = {
  "٫": ".",
  "．": ".",
  "٬": ",",
  "،": ",",
  "，": ",",
  "٪": "%",
  "％": "%",
  "＋": "+",
  "−": "-",
};

/** Number as typed on a Western keyboard: "١٬٥٠٠٫٥٠" is "1,500.50". Removes direction marks. */
export function toWesternNumber(text: string): string {
  return toWesternDigits(text)
    .replace(/[٫．٬،，٪％＋−]/g, (sign) => signs[sign]!)
    .replace(/\p{Cf}/gu, "");
}

/** Null if not a whole number of at most nine digits, "1,500" and "1 500" included. */
export function parseWholeNumber(typed: string): number | null {
  const text = toWesternNumber(typed).trim();
  return /^(?:\d{1,9}|\d{1,3}(?:[,\s]\d{3}){1,2})$/.test(text) ? Number(text.replace(/\D/g, "")) : null;
}

/** Code or number whose groups people separate: "100-1234 5678" and "100.1234.5678" are "10012345678". */
export function toDigitGroup(typed: string): string {
  return toWesternNumber(typed).replace(/[\s\p{Pd}.,/·]/gu, "");
}
