import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import * as z from "zod/mini";
import type { Tables } from "../database/tables";

export const pageParams = {
  cursor: z.optional(z.string()),
  pageEnd: z.optional(z.string()),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
};

/** Query parameter that requests counts; optional, because counting costs an extra query. */
export const countsParam = { counts: z.optional(z.literal("yes")) };

export interface CountsParam {
  counts?: "yes";
}

export function includeCounts({ counts, cursor }: CountsParam & Pick<PageParams, "cursor">): boolean {
  return counts === "yes" && !cursor;
}

export interface PageParams {
  cursor?: string;
  /** Cursor of the next page: this one ends there, unless it exceeds `limit`. */
  pageEnd?: string;
  limit: number;
  sort?: string;
  /** A few matches of a search suffice (docs/decisions/0134-bounded-search.md). Reads ids of customers whose rows are considered. */
  few?: () => Promise<string[]>;
}

export interface KeysetPage<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/** Validated text, safe to cast in SQL. */
interface Kind {
  type: "timestamptz" | "date" | "uuid" | "bigint" | "text";
  /** Avoids JavaScript dates, which truncate microseconds. */
  asText: (column: RawBuilder<unknown>) => RawBuilder<string>;
  schema: z.ZodMiniType<string>;
}

const kinds = {
  instant: {
    type: "timestamptz",
    asText: (column) => sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    // PostgreSQL has no year 0.
    schema: z.iso.datetime().check(z.refine((instant) => instant >= "0001")),
  },
  day: {
    type: "date",
    asText: (column) => sql`${column}::text`,
    schema: z.iso.date().check(z.refine((day) => day >= "0001")),
  },
  id: { type: "uuid", asText: (column) => sql`${column}::text`, schema: z.uuid() },
  number: {
    type: "bigint",
    asText: (column) => sql`${column}::text`,
    schema: z.string().check(z.regex(/^\d{1,15}$/)),
  },
  text: {
    type: "text",
    asText: (column) => sql`${column}::text`,
    schema: z.string().check(z.refine((text) => !text.includes("\0"))),
  },
} satisfies Record<string, Kind>;

interface OrderColumn {
  kind: Kind;
  column: RawBuilder<unknown>;
}

/** The last column must be unique. */
export interface Keyset {
  direction: "asc" | "desc";
  columns: readonly OrderColumn[];
}

/**
 * Columns must not be null (see `readParts`), the last one unique. An index keeps every page as fast as the
 * first.
 */
export function keyset(
  direction: Keyset["direction"],
  ...columns: readonly (readonly [kind: keyof typeof kinds, column: string | RawBuilder<unknown>])[]
): Keyset {
  return {
    direction,
    columns: columns.map(([kind, column]) => ({
      kind: kinds[kind],
      column: typeof column === "string" ? sql.ref(column) : column,
    })),
  };
}

export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  keyset: Keyset,
  params: PageParams,
): Promise<KeysetPage<Row>> {
  const { pageEnd, limit, sort = "" } = params;
  const { columns } = keyset;
  const rows = await limitToPage(query, keyset, params)
    .select(sql<string[]>`array[${sql.join(columns.map(asText))}]`.as(ORDER_VALUES))
    .execute();
  const page = rows.slice(0, limit);
  const lowest = page.at(-1);
  const lastCursor = readCursor(pageEnd, sort, columns) ? pageEnd! : null;
  return {
    rows: page.map(stripOrderValues) as Row[],
    nextCursor:
      rows.length > limit
        ? writeCursor(sort, lowest ? (lowest as WithOrderValues)[ORDER_VALUES] : [])
        : lastCursor,
  };
}

/** One row more than the page has, which shows that another page follows. Limits each part of a union before it is sorted. */
export function limitToPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { direction, columns }: Keyset,
  { cursor, pageEnd, limit, sort = "" }: PageParams,
): SelectQueryBuilder<DB, TB, Row> {
  const end = readCursor(cursor, sort, columns);
  const last = readCursor(pageEnd, sort, columns);
  const ordered = columns.reduce((query, { column }) => query.orderBy(column, direction), query);
  const position = sql.join(columns.map(({ column }) => column));
  const after = sql<boolean>`(${position}) ${sql.raw(direction === "desc" ? "<" : ">")} (${sql.join(end ?? [])})`;
  const upTo = sql<boolean>`(${position}) ${sql.raw(direction === "desc" ? ">=" : "<=")} (${sql.join(last ?? [])})`;
  return ordered
    .$if(end !== null, (query) => query.where(after))
    .$if(last !== null, (query) => query.where(upTo))
    .limit(limit + 1);
}

/** A page of a table's rows that meet a condition. */
export interface PageOfTable {
  table: string;
  /** Filters of the list. */
  filters: readonly RawBuilder<boolean>[];
  order: Keyset;
  params: PageParams;
}

/**
 * SQL: ids of the page's rows that meet the first condition, or the second one for any id of `owners`, as `owner.id`. Each
 * owner's rows are read in order until they would fill the page.
 */
export function idsOfPage(
  db: Kysely<Tables>,
  { table, filters, order, params }: PageOfTable,
  own: RawBuilder<boolean>,
  owners: readonly string[],
  isOwned: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const keys = order.columns.map(({ column }, at) => column.as(`key${at}`));
  const byKeys = order.columns.map((_, at) => sql`${sql.ref(`key${at}`)} ${sql.raw(order.direction)}`);
  const rowsOf = (condition: RawBuilder<boolean>) => {
    const rows = db
      .selectFrom(table as "invoices")
      .select(`${table}.id` as "invoices.id")
      .select(keys);
    return limitToPage(
      [...filters, condition].reduce((rows, filter) => rows.where(filter), rows),
      order,
      params,
    );
  };
  return sql`(SELECT id FROM ((${rowsOf(own)}) UNION SELECT owned.* FROM unnest(${owners}::uuid[]) AS owner (id)
    CROSS JOIN LATERAL (${rowsOf(isOwned)}) AS owned) AS found ORDER BY ${sql.join(byKeys)} LIMIT ${params.limit + 1})`;
}

/** Rows that a search reads in the order of the list before it uses indexes of words. */
const SCANNED_ROWS = 1_000;

/**
 * Ids of the page's rows that match, if the next rows of the list fill the page or are the last ones; otherwise null. This
 * finds a page of a common word without reading all its matches.
 */
export async function findAmongNextRows(
  db: Kysely<Tables>,
  { table, filters, order, params }: PageOfTable,
  matching: RawBuilder<boolean>,
): Promise<string[] | null> {
  const rows = filters.reduce(
    (rows, filter) => rows.where(filter),
    db.selectFrom(table as "invoices").selectAll(table as "invoices"),
  );
  // The planner does not move the condition into a query with a limit.
  const next = limitToPage(rows, order, { ...params, limit: SCANNED_ROWS - 1 });
  const byOrder = order.columns.map(({ column }) => sql`${column} ${sql.raw(order.direction)}`);
  const found = await sql<{ id: string }>`SELECT id FROM (${next}) AS ${sql.table(table)}
    WHERE ${matching} ORDER BY ${sql.join(byOrder)} LIMIT ${params.limit + 1}`.execute(db);
  const ids = found.rows.map(({ id }) => id);
  if (ids.length > params.limit) return ids;
  // The condition may be narrower than the search.
  if (params.few) return null;
  const further = await limitToPage(rows, order, { ...params, limit: 0 })
    .clearSelect()
    .select(`${table}.id` as "invoices.id")
    .offset(SCANNED_ROWS)
    .execute();
  return further.length === 0 ? ids : null;
}

/** Upper limit of the instants that a page in descending order has in its first column; null for the first page. */
export function instantOfCursor(cursor: string | undefined, { columns }: Keyset): Date | null {
  if (readCursor(cursor, "", columns) === null) return null;
  // Rounded up, because a date has no microseconds.
  return new Date(Date.parse(String(valuesOf(cursor)![1])) + 1);
}

type ReadPart<Row> = (params: PageParams) => Promise<KeysetPage<Row>>;

/** Concatenates parts with different orders, such as rows with a date before rows without. */
export async function readParts<Row>(
  parts: readonly ReadPart<Row>[],
  { cursor, pageEnd, limit, sort = "" }: PageParams,
): Promise<KeysetPage<Row>> {
  const nameOf = (part: number) => `${sort}/${part}`;
  const [name] = valuesOf(cursor) ?? [];
  const first = Math.max(
    parts.findIndex((_, at) => nameOf(at) === name),
    0,
  );
  const rows: Row[] = [];
  for (let at = first; at < parts.length; at++) {
    const begin = at === first ? cursor : undefined;
    const params = { cursor: begin, pageEnd, limit: limit - rows.length, sort: nameOf(at) };
    const page = await parts[at]!(params);
    rows.push(...page.rows);
    if (page.nextCursor) return { rows, nextCursor: page.nextCursor };
  }
  return { rows, nextCursor: null };
}

const ORDER_VALUES = "keysetEnd";

interface WithOrderValues {
  [ORDER_VALUES]: string[];
}

function stripOrderValues(row: object): object {
  const { [ORDER_VALUES]: _, ...lastCursor } = row as WithOrderValues;
  return lastCursor;
}

function asText({ kind, column }: OrderColumn): RawBuilder<string> {
  return kind.asText(column);
}

/** Includes the sort order, because the values are positions in it. */
function writeCursor(sort: string, end: string[]): string {
  return Buffer.from(JSON.stringify([sort, ...end])).toString("base64url");
}

function readCursor(cursor: string | undefined, sort: string, columns: readonly OrderColumn[]) {
  const [ofSort, ...end] = valuesOf(cursor) ?? [];
  if (ofSort !== sort || end.length !== columns.length) return null;
  const values = columns.map(({ kind }, at) => {
    const value = z.safeParse(kind.schema, end[at]);
    return value.success ? sql`${value.data}::${sql.raw(kind.type)}` : null;
  });
  return values.includes(null) ? null : (values as RawBuilder<unknown>[]);
}

function valuesOf(cursor = ""): unknown[] | null {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(values) ? values : null;
  } catch {
    return null;
  }
}
