/** Text of a CSV file in any encoding that spreadsheets in the Emirates write. */

export const csvEncodings = ["utf-8", "windows-1256", "windows-1252", "utf-16le", "utf-16be"] as const;
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
  if (damagedAt >= 0)
    return { ok: false, problem: "damaged", line: text.slice(0, damagedAt).split("\n").length };
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
  return isArabic(bytes) ? "windows-1256" : "windows-1252";
}

/** Without byte order mark, separators and line ends still have a zero byte. */
function detectUtf16(bytes: Uint8Array): CsvEncoding | null {
  const sample = bytes.subarray(0, 4_000);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < sample.length / 10) return null;
  return odd > even ? "utf-16le" : "utf-16be";
}

/**
 * Both code pages give every byte a letter, and é is the same in both. Arabic words consist of high bytes;
 * Western words have single ones between ASCII letters.
 */
function isArabic(bytes: Uint8Array): boolean {
  const words = new TextDecoder("windows-1256").decode(bytes).match(/[\p{L}\p{M}]+/gu) ?? [];
  const arabic = words.filter((word) => /^[\p{Script=Arabic}\p{M}\u0640]{2,}$/u.test(word)).length;
  const mixed = words.filter((word) => /[a-z]/i.test(word) && /\p{Script=Arabic}/u.test(word)).length;
  return arabic > mixed;
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
