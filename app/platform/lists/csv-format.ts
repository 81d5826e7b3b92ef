import { toWesternNumber } from "../text/numerals";

/** Variants of CSV that spreadsheets write, for browser and server. */

const SEPARATORS = [",", ";", "\t", "|"] as const;
const LINE_END = /\r\n?|\n/;

export interface CsvFormat {
  /** Without byte order mark, `sep=` line, groups and totals; Excel's ="050…" is a quoted cell. */
  text: string;
  separator: string;
  /** Lines removed before the heading. */
  skippedLines: number;
}

export function readCsvFormat(file: string): CsvFormat {
  const content = file.replace(/^\uFEFF/, "");
  const [declaration, separator] = /^"?sep=([,;\t|])"?[^\S\r\n]*(?:\r\n?|\n|$)/i.exec(content) ?? [""];
  const list = content.slice(declaration.length);
  const used = separator ?? findSeparator(list);
  const titles = list.slice(0, headingAt(list, used));
  const text = ungroupRows(unwrapFormulas(list.slice(titles.length), used), used);
  return { text, separator: used, skippedLines: titles.split(LINE_END).length - 1 + (declaration ? 1 : 0) };
}

const MAX_TITLE_LINES = 8;
const MIN_HEADINGS = 3;

/**
 * Position of the heading. Reports of QuickBooks have lines above it with the names of company and report and the
 * period, one cell each.
 */
function headingAt(text: string, separator: string): number {
  let at = 0;
  for (const { cells, end } of readRecords(text, separator, MAX_TITLE_LINES)) {
    const filled = cells.filter((cell) => cell.trim() !== "").length;
    if (filled > 1) return filled >= MIN_HEADINGS ? at : 0;
    at = end;
  }
  return 0;
}

/**
 * Reports of QuickBooks are grouped under an empty first heading: the name of a customer on a line of its own, the
 * rows, and a line "Total for …"; sub-customers likewise within it. Each row gets the names of its groups in a column
 * "Customer", joined by colons. Lines of groups and totals become empty, so that all lines keep their numbers.
 */
function ungroupRows(text: string, separator: string): string {
  const records = readRecords(text, separator);
  const heading = records.next().value;
  if (!heading || heading.cells.length < MIN_HEADINGS || heading.cells[0]!.trim() !== "") return text;
  const withGroup = (name: string, row: string) =>
    `"${name.replaceAll('"', '""')}"${row.slice(row.indexOf(separator))}`;
  // Groups of due dates have the customer in a column already.
  const hasCustomers = heading.cells.some((cell) => /^(?:customer|name)/i.test(cell.trim()));
  let ungrouped = withGroup(hasCustomers ? "Group" : "Customer", text.slice(0, heading.end));
  let from = heading.end;
  const groups: string[] = [];
  for (const { cells, end } of records) {
    const row = text.slice(from, end);
    from = end;
    const [first = "", ...others] = cells.map((cell) => cell.trim());
    const isEmpty = others.every((cell) => cell === "");
    if (first === "") {
      ungrouped += isEmpty ? row : withGroup(groups.join(":"), row);
    } else if (isEmpty || /^total\b/i.test(first)) {
      if (isEmpty) groups.push(first);
      else groups.pop();
      ungrouped += row.replaceAll(/[^\r\n]/g, "");
    } else ungrouped += row;
  }
  return ungrouped + text.slice(from);
}

function findSeparator(text: string): string {
  const lines = text.split(LINE_END).filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  // Titles of a report have no separator.
  const heading = /[,;\t|]/.test(first)
    ? first
    : (lines.find((line) => /[,;\t|].*[,;\t|]/.test(line)) ?? first);
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
  for (const { cells } of readRecords(text, separator)) {
    const row = cells.map((cell) => plainCell(cell.trim()));
    if (row.some((content) => content !== "")) rows.push(row);
    if (rows.length >= max) break;
  }
  return rows;
}

/** Records with the position behind each, up to the first that is not valid CSV. */
function* readRecords(
  text: string,
  separator: string,
  max = Number.POSITIVE_INFINITY,
): Generator<{ cells: string[]; end: number }, undefined> {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^\\r\\n${separator}]*))([${separator}]|\\r\\n?|\\n|$)`, "y");
  let cells: string[] = [];
  for (let count = 0; count < max && cell.lastIndex < text.length; ) {
    const [, quoted, plain = "", end] = cell.exec(text) ?? [];
    if (end === undefined) return;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === separator) continue;
    yield { cells, end: cell.lastIndex };
    cells = [];
    count++;
  }
}
