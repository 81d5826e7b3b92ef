import { toWesternNumber } from "../text/numerals";

/** Variants of CSV that spreadsheets write, for browser and server. */

const SEPARATORS = [",", ";", "\t", "|"] as const;
const LINE_END = /\r\n?|\n/;

export interface CsvFormat {
  /** Without byte order mark and `sep=` line; Excel's ="050…" is a quoted cell. */
  text: string;
  separator: string;
  /** Lines removed before the heading. */
  skippedLines: number;
}

export function readCsvFormat(file: string): CsvFormat {
  const content = file.replace(/^\uFEFF/, "");
  const [declaration, separator] = /^"?sep=([,;\t|])"?[^\S\r\n]*(?:\r\n?|\n|$)/i.exec(content) ?? [""];
  const text = content.slice(declaration.length);
  const used = separator ?? findSeparator(text);
  return { text: unwrapFormulas(text, used), separator: used, skippedLines: declaration ? 1 : 0 };
}

function findSeparator(text: string): string {
  const heading = text.split(LINE_END).find((line) => line.trim() !== "") ?? "";
  const parts = (separator: string) => heading.split(separator).length;
  return SEPARATORS.toSorted((a, b) => parts(b) - parts(a))[0]!;
}

/** Programs write ="0501234567" so that Excel keeps leading zeros; the quotes would be invalid CSV. */
function unwrapFormulas(text: string, separator: string): string {
  return text.replaceAll(
    new RegExp(`(^|[\\r\\n${separator}])=("[^"\\r\\n]*")(?=[\\r\\n${separator}]|$)`, "g"),
    "$1$2",
  );
}

/** Content of a cell that holds such a formula as text, or that is protected from being one (csv.ts). */
export function plainCell(cell: string): string {
  return cell
    .replace(/^="(.*)"$/s, "$1")
    .replace(/(?<=^|[;\t\r\n])'(?=[^\S\t\r\n]*[=+\-@])|^'(?=[\s;]*[=+\-@\t\r])/g, "");
}

/** A long number that Excel has shortened: 9.71501E+11. The last digits are lost. */
export function isShortenedNumber(cell: string): boolean {
  return /^[+-]?\d(?:[.,]\d+)?E\+?\d{2,}$/i.test(toWesternNumber(cell));
}

/** Letters that the code page of the file lacks are saved as "???"; failed formulas and narrow columns as "#N/A" and "####". */
export function isLostContent(cell: string): boolean {
  return /^(?:[?\s.,-]*\?{2}[?\s.,-]*|#{3,}|#(?:N\/A|[A-Z]+[!?]|DIV\/0!))$/.test(cell);
}

/** Number of the line that contains the character. */
export function lineAt(text: string, at: number): number {
  return text.slice(0, at).split(LINE_END).length;
}

/** First rows as they will be read. */
export function previewCsv(file: string, max: number): string[][] {
  const { text, separator } = readCsvFormat(file);
  const rows: string[][] = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^\\r\\n${separator}]*))([${separator}]|\\r\\n?|\\n|$)`, "y");
  let row: string[] = [];
  while (rows.length < max && cell.lastIndex < text.length) {
    const [, quoted, plain = "", end] = cell.exec(text) ?? [];
    if (end === undefined) return rows;
    row.push(plainCell((quoted?.replaceAll('""', '"') ?? plain).trim()));
    if (end === separator) continue;
    if (row.some((content) => content !== "")) rows.push(row);
    row = [];
  }
  return rows;
}
