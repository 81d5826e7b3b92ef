/**
 * RFC 4180. Semicolons and tabs are quoted as well, because spreadsheets of some regions split at them. Formulas
 * get a leading apostrophe, so that spreadsheets do not execute customers' input.
 */
export const CSV_BYTE_ORDER_MARK = "\uFEFF";

export type CsvCell = string | number | null;

export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = /^[\s;]*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
