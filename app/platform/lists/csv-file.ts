import { lineAt } from "./csv-format";

/** Text of a CSV file in any encoding that spreadsheets in the Emirates write. */

export const csvEncodings = [
  "utf-8",
  "windows-1256",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1254",
  "iso-8859-6",
  "macintosh",
  "utf-16le",
  "utf-16be",
] as const;
export type CsvEncoding = (typeof csvEncodings)[number];

export type CsvFile =
  | { ok: true; text: string; encoding: CsvEncoding }
  | { ok: false; problem: "workbook" | "unreadable" }
  /** Letters were replaced by U+FFFD when the file was saved. */
  | { ok: false; problem: "damaged"; line: number };

/** `encoding`: the user's choice instead of the detected one. */
export function readCsvFile(bytes: Uint8Array, encoding?: CsvEncoding): CsvFile {
  if (isWorkbook(bytes)) return { ok: false, problem: "workbook" };
  const used = encoding ?? detectEncoding(bytes);
  const text = used && decode(bytes, used);
  if (!used || !text) return { ok: false, problem: "unreadable" };
  const damagedAt = text.indexOf("\uFFFD");
  if (damagedAt >= 0) return { ok: false, problem: "damaged", line: lineAt(text, damagedAt) };
  return { ok: true, text, encoding: used };
}

/** .xlsx and .ods are ZIP archives, .xls is an OLE file. */
function isWorkbook(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

function detectEncoding(bytes: Uint8Array): CsvEncoding | null {
  if (startsWith(bytes, [0xff, 0xfe])) return "utf-16le";
  if (startsWith(bytes, [0xfe, 0xff])) return "utf-16be";
  const wide = detectUtf16(bytes);
  if (wide) return wide;
  if (decode(bytes, "utf-8") !== null) return "utf-8";
  // Invalid UTF-8 although it claims to be.
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return null;
  return detectCodePage(bytes);
}

/** Without byte order mark, separators, line ends and Arabic letters still have a byte that is no text in other encodings. */
function detectUtf16(bytes: Uint8Array): CsvEncoding | null {
  const sample = bytes.subarray(0, 4_000);
  const highBytes = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0 || byte === 6) highBytes[at % 2]! += 1;
  const [even = 0, odd = 0] = highBytes;
  if (even + odd < sample.length / 10) return null;
  return odd > even ? "utf-16le" : "utf-16be";
}

/** Null for other code pages, such as those of DOS. Nearly every byte is a letter in each, so the words decide. */
function detectCodePage(bytes: Uint8Array): CsvEncoding | null {
  const arabic = decode(bytes, "windows-1256");
  const letters = scoreArabic(arabic);
  const iso = scoreArabic(decode(bytes, "iso-8859-6"));
  // Windows is far more frequent, so short names that fit both are read as such.
  if (iso > 0 && iso > letters * 1.5 + 1) return "iso-8859-6";
  // A short name such as "سعد" has no frequent letter.
  const windows = letters + 2 * countArabicWords(arabic);
  const cyrillic = scoreCyrillic(decode(bytes, "windows-1251"));
  if (windows > 0 && windows >= cyrillic) return "windows-1256";
  if (cyrillic > 0) return "windows-1251";
  const western = decode(bytes, "windows-1252");
  // Western words have single letters beyond ASCII.
  if (western === null || /[À-ÖØ-öø-ÿ]{3}/.test(western) || DOS_LETTERS.test(western)) return null;
  if (isMisread(western) && !isMisread(decode(bytes, "macintosh") ?? western)) return "macintosh";
  if (POLISH_LETTERS.test(western)) return "windows-1250";
  return TURKISH_LETTERS.test(western) ? "windows-1254" : "windows-1252";
}

/** "José", "Muñoz" and "Raúl" in the code pages of DOS, read as Western: "Jos‚", "Mu¤oz", "Ra£l". */
const DOS_LETTERS = /\p{L}[‚„¢¤]|\p{L}[¡£¥]\p{L}/u;
/** "Paweł" and "Łukasz", read as Western: "Pawe³", "£ukasz". "25 m³" is none. */
const POLISH_LETTERS = /\p{L}{2}[³¹]|\p{L}¿\p{L}|[£¯³]\p{L}/u;
/** "ş", "ı", "ğ" and their capitals, read as Western. Icelandic names have them, too, but are far less frequent. */
const TURKISH_LETTERS = /[ÞþÐðÝý]/;

/** Capitals and signs within words: "JosŽ" is "José" in the other code page. */
function isMisread(text: string): boolean {
  return /[a-z][À-ÖØ-ÞŒŠŽŸƒˆ†‡]|[A-Z][ƒˆ†‡][A-Z]/.test(text);
}

/**
 * Words in Arabic spelling: hamza on alef, taa marbuta and alef maqsura stand at the start or end. If Russian capitals
 * are read as Arabic, these letters also stand within words.
 */
function countArabicWords(text: string | null): number {
  return (text?.match(/\p{L}{2,}/gu) ?? []).filter((word) => ARABIC_WORD.test(word)).length;
}

const ARABIC_WORD = /^[أإآ]?[ابتثجحخدذرزسشصضطظعغفقكلمنهوي]+[ةىء]?$/;

/** Above 0 if Arabic words have Arabic letters only. Frequent letters and the article count more. */
function scoreArabic(text: string | null): number {
  const words = text?.match(/[\p{L}\p{M}]+/gu)?.filter((word) => /\p{Script=Arabic}/u.test(word)) ?? [];
  return words.reduce((sum, word) => {
    if (!/^[\p{Script=Arabic}\p{M}]+$/u.test(word)) return sum - word.length;
    const frequent = word.match(/[اليومنر]/g)?.length ?? 0;
    const mostFrequent = word.match(/[ال]/g)?.length ?? 0;
    return sum + frequent + mostFrequent + (/^ال.{2}/.test(word) ? 5 : 0);
  }, 0);
}

/** Above 0 if words have Russian letters only, with capitals at their start or throughout. Frequent letters count. */
function scoreCyrillic(text: string | null): number {
  const words = text?.match(/\p{L}+/gu)?.filter((word) => /\p{Script=Cyrillic}/u.test(word)) ?? [];
  return words.reduce((sum, word) => {
    if (!/^(?:[А-ЯЁ]?[а-яё]+|[А-ЯЁ]+)$/.test(word)) return sum - word.length;
    return word.length < 3 ? sum : sum + (word.match(/[оеаинт]/gi)?.length ?? 0);
  }, 0);
}

/** Null if the bytes are no text in this encoding. */
function decode(bytes: Uint8Array, encoding: CsvEncoding): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // Control characters: another encoding or no text.
    return /[^\P{Cc}\t-\r]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}
