import { type CsvError, parse } from "csv-parse/sync";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { type Refusal, refuse } from "../http/refusal";

/** Problems are reported per row, so that all can be fixed at once. */

export const csvUpload = z.object({
  csv: z.string().check(z.maxLength(1_000_000)),
  dryRun: z.boolean(),
});

const MAX_ROWS = 2000;

export interface CsvRow<Row> {
  line: number;
  row: Row;
}

export interface InvalidRow {
  line: number;
  problems: string[];
}

declare module "../http/refusal" {
  interface Refusals {
    "csv-unreadable": { line: number };
    "csv-columns": { missing: readonly string[] };
    "csv-empty": unknown;
    "csv-too-long": { max: number };
    "csv-invalid": { count: number };
  }
}

/**
 * Accepts columns in any order, separated by commas, semicolons or tabs as spreadsheets of each country write
 * them.
 */
export function readCsv<Row>(
  text: string,
  columns: readonly string[],
  schema: z.ZodMiniType<Row>,
  max = MAX_ROWS,
):
  | { ok: true; rows: CsvRow<Row>[]; wrong: InvalidRow[] }
  | Refusal<"csv-unreadable" | "csv-columns" | "csv-empty" | "csv-too-long"> {
  let heading: string[] = [];
  let records: { record: Record<string, string>; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      columns(cells: string[]) {
        heading = cells.map((cell) => cell.trim().toLowerCase());
        return heading;
      },
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    });
  } catch (error) {
    return refuse("csv-unreadable", { line: (error as CsvError & { lines?: number }).lines ?? 1 });
  }
  const missing = columns.filter((column) => !heading.includes(column));
  if (missing.length > 0) return refuse("csv-columns", { missing });
  if (records.length === 0) return refuse("csv-empty");
  if (records.length > max) return refuse("csv-too-long", { max });

  const rows: CsvRow<Row>[] = [];
  const wrong: InvalidRow[] = [];
  for (const { record, info } of records) {
    // Apostrophe that protects formulas (csv.ts).
    const cells = Object.fromEntries(
      columns.map((column) => [column, (record[column] ?? "").replace(/^'(?=\s*[=+\-@\t\r])/, "")]),
    );
    const read = z.safeParse(schema, cells);
    if (read.success) rows.push({ line: info.lines, row: read.data });
    else wrong.push({ line: info.lines, problems: problemsOf(read.error) });
  }
  return { ok: true, rows, wrong };
}

function delimiterOf(text: string): string {
  const heading = text.split(/\r?\n/).find((line) => line.trim() !== "") ?? "";
  const parts = (delimiter: string) => heading.split(delimiter).length;
  return [",", ";", "\t"].toSorted((a, b) => parts(b) - parts(a))[0]!;
}

function problemsOf(error: z.core.$ZodError): string[] {
  return error.issues.map(({ path, message }) =>
    path.length > 0 ? m.csv_problem({ column: String(path[0]), problem: message }) : message,
  );
}
