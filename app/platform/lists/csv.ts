/**
 * Comma-separated values as spreadsheets read them (RFC 4180). A text that a spreadsheet would take for a formula is
 * written with an apostrophe before it, so that what a customer typed is never run on the accountant's machine.
 */
export const CSV_BYTE_ORDER_MARK = "\uFEFF";

export type CsvCell = string | number | null;

/** One line, with its end. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = /^[\s]*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
