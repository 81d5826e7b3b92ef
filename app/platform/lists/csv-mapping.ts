import * as z from "zod/mini";
import { normalizeText, singleLine, toCodeLine } from "../text/sanitize-text";
import { previewCsv } from "./csv-format";
import { detectProgram, fieldsOf, holdsField, type Program, programHeadings } from "./program-headings";

/** How the columns and dates of a CSV file are read, for browser and server. */

export const dateOrders = ["day-first", "month-first"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Headings of the file by column of the list. Several headings, such as first and last name, are joined. */
export type ColumnMapping = Record<string, string[]>;

export interface CsvReading {
  /** Default: the file has the list's own headings. */
  mapping?: ColumnMapping;
  /** Order of dates such as 03/04/2026. Default: day first. */
  dateOrder?: DateOrder;
}

const cellText = z.string().check(singleLine(), z.maxLength(200));
export const csvReading = {
  mapping: z.optional(z.record(cellText, z.array(cellText).check(z.maxLength(3)))),
  dateOrder: z.optional(z.enum(dateOrders)),
};

export function normalizeHeading(cell: string): string {
  return normalizeText(cell).trim().toLowerCase();
}

/** A day or month number, separator, the other number, and the year with an optional time. */
const NUMERIC_DATE = /^(\d{1,2})([-/.])(\d{1,2})([-/.](?:\d{4}|\d{2})(?:[ T,].*)?)$/;

/** Writes a date of the file with the day first. */
export function withDayFirst(cell: string, order: DateOrder | undefined): string {
  return order === "month-first" ? toCodeLine(cell).replace(NUMERIC_DATE, "$3$2$1$4") : cell;
}

/** `cell`: date that decides the order, or the first one that may be read in both ways. */
export type DateOrderFinding =
  | { kind: "none" }
  | { kind: "decided"; order: DateOrder; cell: string }
  | { kind: "open"; cell: string };

/** One date with a number above twelve decides the order of all dates, unless another one contradicts it. */
export function findDateOrder(cells: readonly string[]): DateOrderFinding {
  const deciding = new Map<DateOrder, string>();
  let open: string | null = null;
  for (const cell of cells) {
    const [, first = "0", , second = "0"] = NUMERIC_DATE.exec(toCodeLine(cell)) ?? [];
    if (first === "0") continue;
    if (Number(first) > 12) deciding.set("day-first", cell);
    else if (Number(second) > 12) deciding.set("month-first", cell);
    else if (Number(first) !== Number(second)) open ??= cell;
  }
  const [decided] = deciding;
  if (decided && deciding.size === 1) return { kind: "decided", order: decided[0], cell: decided[1] };
  return open === null ? { kind: "none" } : { kind: "open", cell: open };
}

export interface CsvColumns {
  /** May include empty ones. */
  headings: string[];
  /** Rows below the heading. */
  rows: string[][];
  mapping: ColumnMapping;
  /** Program whose export has most of these headings. */
  program: Program | null;
  /** The file has all headings of the list that are not optional. */
  isOwn: boolean;
}

/** Suggests a column of the file for each column of the list. */
export function readColumns(
  file: string,
  columns: readonly string[],
  optionalColumns: readonly string[] = [],
): CsvColumns {
  const [headings = [], ...rows] = previewCsv(file, Number.POSITIVE_INFINITY);
  const named = headings.filter((heading) => heading !== "");
  const isOwn = columns.every((column) => named.some((heading) => normalizeHeading(heading) === column));
  const program = isOwn ? null : detectProgram(named.map(normalizeHeading));
  const mapping = Object.fromEntries(
    [...columns, ...optionalColumns].map((column) => [column, suggest(column, named, program)]),
  );
  return { headings, rows, mapping, program, isOwn };
}

function suggest(column: string, headings: readonly string[], program: Program | null): string[] {
  const find = (field: string) => findHeading(field, headings, program);
  // A balance is without payments already.
  if (column === "paid" && find("balance") !== null) return [];
  const fields = fieldsOf(column);
  for (const field of fields) {
    const own = field === column && headings.find((heading) => normalizeHeading(heading) === column);
    const whole = own || find(field);
    if (whole) return [whole];
  }
  return fields.flatMap((field) =>
    [find(`${field}.first`), find(`${field}.last`)].flatMap((heading) => heading ?? []),
  );
}

/** Heading of the file that holds the field in exports of the program, or else of another one. */
function findHeading(field: string, headings: readonly string[], program: Program | null): string | null {
  const programs = program ? [program, ...(Object.keys(programHeadings) as Program[])] : [];
  for (const each of programs) {
    // In the order of the table, because a program may have several columns for a field.
    for (const known of Object.keys(programHeadings[each].headings)) {
      if (!holdsField(each, known, field)) continue;
      const found = headings.find((heading) => normalizeHeading(heading) === known);
      if (found !== undefined) return found;
    }
  }
  return null;
}

/**
 * Content of a row for a column of the list. QuickBooks writes "Customer:Sub-customer", where a sub-customer is a site or
 * job of the customer: it is read as the building if the file has none.
 */
export function mappedCell(
  record: Readonly<Record<string, string>>,
  mapping: ColumnMapping,
  column: string,
): string {
  const cell = cellOf(record, mapping[column] ?? []);
  // Colons in names of other lists, such as "Category:Item", stay.
  const hasSites = "building" in mapping;
  const isCustomer = column === "customer" || (column === "name" && hasSites);
  if (isCustomer) return cell.split(":", 1)[0]!.trim();
  if (column === "phone") return firstLabelledNumber(cell);
  if (column !== "building" || cell !== "") return cell;
  const [, ...sites] = cellOf(record, mapping.name ?? []).split(":");
  return sites.map((site) => site.trim()).join(", ");
}

/** First number of "Phone:050 123 4567 Mobile:055 765 4321", as reports of QuickBooks write it. */
function firstLabelledNumber(cell: string): string {
  const [, number] = /^\p{L}[\p{L} ]*:\s*([^:]*?)(?:\s+\p{L}[\p{L} ]*:.*)?$/su.exec(cell) ?? [];
  return number ?? cell;
}

/** Cells of a row under these headings. */
export function cellOf(record: Readonly<Record<string, string>>, headings: readonly string[]): string {
  return headings
    .map((heading) => record[normalizeHeading(heading)] ?? "")
    .filter((cell) => cell !== "")
    .join(" ");
}
