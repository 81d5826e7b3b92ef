/**
 * RFC 4180. Semicolons and tabs are quoted as well, because spreadsheets of some regions split at them. Formulas
 * get an apostrophe, so that spreadsheets do not execute customers' input; also within a cell, because a
 * spreadsheet with another separator ignores quotes that do not begin its own cell.
 */
export const CSV_BYTE_ORDER_MARK = "\uFEFF";

export type CsvCell = string | number | null;

export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

const FORMULA_STARTS = /(?<=^|[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@])|^(?=[\t\r])/g;

function csvCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = cell.replace(FORMULA_STARTS, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
