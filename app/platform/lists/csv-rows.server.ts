import { type CsvError, parse } from "csv-parse/sync";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { type Refusal, refuse } from "../http/refusal";
import { isLostContent, isShortenedNumber, lineAt, plainCell, readCsvFormat } from "./csv-format";
import {
  type CsvReading,
  cellOf,
  csvReading,
  mappedCell,
  normalizeHeading,
  withDayFirst,
} from "./csv-mapping";

/** Problems are reported per row, so that all can be fixed at once. */

export const csvUpload = z.object({
  csv: z.string().check(z.maxLength(1_000_000)),
  dryRun: z.boolean(),
  ...csvReading,
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
    /** Letters were replaced by U+FFFD before the file came here. */
    "csv-damaged": { line: number };
    "csv-columns": { missing: readonly string[] };
    "csv-empty": unknown;
    "csv-too-long": { max: number };
    "csv-invalid": { count: number };
  }
}

interface CsvColumnOptions {
  dateColumns?: readonly string[];
  /** Empty where the file has none. */
  optionalColumns?: readonly string[];
}

/**
 * Accepts columns in any order, in the variants of csv-format.ts. With a mapping, columns that are not mapped
 * are empty.
 */
export function readCsv<Row>(
  file: string,
  columns: readonly string[],
  schema: z.ZodMiniType<Row>,
  max = MAX_ROWS,
  { mapping, dateOrder, dateColumns = [], optionalColumns = [] }: CsvReading & CsvColumnOptions = {},
):
  | { ok: true; rows: CsvRow<Row>[]; wrong: InvalidRow[] }
  | Refusal<"csv-unreadable" | "csv-damaged" | "csv-columns" | "csv-empty" | "csv-too-long"> {
  const { text, separator, skippedLines } = readCsvFormat(file);
  const damagedAt = file.indexOf("\uFFFD");
  if (damagedAt >= 0) return refuse("csv-damaged", { line: lineAt(file, damagedAt) });
  let heading: string[] = [];
  let records: { record: Record<string, string>; info: { lines: number } }[];
  try {
    records = parse(text, {
      columns(cells: string[]) {
        heading = cells.map(normalizeHeading);
        return heading;
      },
      delimiter: separator,
      info: true,
      // Programs that append to a file mix them.
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    });
  } catch (error) {
    const { lines = 1 } = error as CsvError & { lines?: number };
    return refuse("csv-unreadable", { line: lines + skippedLines });
  }
  const headingsOf = (column: string) => (mapping ? (mapping[column] ?? []) : [column]);
  const missing = columns.flatMap(headingsOf).filter((wanted) => !heading.includes(normalizeHeading(wanted)));
  if (missing.length > 0) return refuse("csv-columns", { missing });
  if (records.length === 0) return refuse("csv-empty");
  if (records.length > max) return refuse("csv-too-long", { max });

  const allColumns = [...columns, ...optionalColumns];
  const rows: CsvRow<Row>[] = [];
  const wrong: InvalidRow[] = [];
  for (const { record, info } of records) {
    const line = info.lines + skippedLines;
    const cells = Object.fromEntries(
      allColumns.map((column) => {
        const cell = plainCell(mapping ? mappedCell(record, mapping, column) : cellOf(record, [column]));
        return [column, dateColumns.includes(column) ? withDayFirst(cell, dateOrder) : cell];
      }),
    );
    const lost = allColumns.flatMap((column) => {
      const problem = lostProblem(cells[column]!);
      return problem ? m.csv_problem({ column, problem }) : [];
    });
    if (lost.length > 0) {
      wrong.push({ line, problems: lost });
      continue;
    }
    const read = z.safeParse(schema, cells);
    if (read.success) rows.push({ line, row: read.data });
    else wrong.push({ line, problems: problemsOf(read.error) });
  }
  return { ok: true, rows, wrong };
}

/** Null if the spreadsheet kept the content. */
function lostProblem(cell: string): string | null {
  if (isShortenedNumber(cell)) return m.csv_error_shortened({ number: cell });
  return isLostContent(cell) ? m.csv_error_lost({ text: cell }) : null;
}

function problemsOf(error: z.core.$ZodError): string[] {
  return error.issues.map(({ path, message }) =>
    path.length > 0 ? m.csv_problem({ column: String(path[0]), problem: message }) : message,
  );
}
