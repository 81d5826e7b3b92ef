import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import * as z from "zod/mini";

/** What a request for a page of a list may say: where the page before ended, and how many it wants. */
export const pageParams = {
  cursor: z.optional(z.string()),
  pageEnd: z.optional(z.string()),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
};

/** Whether a list is to say beside its first page how many there are of each state; none counts unasked, as that is a look of its own. */
export const countsParam = { counts: z.optional(z.literal("yes")) };

export interface CountsParam {
  counts?: "yes";
}

/** Further pages belong to a list whose first page has told. */
export function includeCounts({ counts, cursor }: CountsParam & Pick<PageParams, "cursor">): boolean {
  return counts === "yes" && !cursor;
}

export interface PageParams {
  /** From the `nextCursor` of the page before; absent, empty, of another order or not one of ours: the first page. */
  cursor?: string;
  /** Where the next page begins that is known already: this one ends there, if it is no longer than `limit`. */
  pageEnd?: string;
  limit: number;
  /** Which of the list's orders is meant, for lists with several. */
  sort?: string;
}

export interface KeysetPage<Row> {
  rows: Row[];
  /** Null on the last page. Opaque to whoever gets it. */
  nextCursor: string | null;
}

/** How a value travels in a cursor: as text that cannot hurt the database when somebody else wrote it. */
interface Kind {
  type: "timestamptz" | "date" | "uuid" | "bigint" | "text";
  /** To the microsecond, which a JavaScript date would cut off. */
  asText: (column: RawBuilder<unknown>) => RawBuilder<string>;
  schema: z.ZodMiniType<string>;
}

const kinds = {
  instant: {
    type: "timestamptz",
    asText: (column) => sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    // PostgreSQL knows no year 0.
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

/** An order in which no two rows are equal: the last column is unique. */
export interface Keyset {
  direction: "asc" | "desc";
  columns: readonly OrderColumn[];
}

/**
 * The order of a list that is read page by page. Each column, from the first to the last that decides, is given by its name or
 * by an expression; none may be null (wrap it in `coalesce`, or see `readParts`), and the last must be unique. An index over the same
 * columns makes every page as cheap as the first.
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

/** One page of a query in a keyset's order. The query brings no order and no limit of its own. */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { direction, columns }: Keyset,
  { cursor, pageEnd, limit, sort = "" }: PageParams,
): Promise<KeysetPage<Row>> {
  const end = readCursor(cursor, sort, columns);
  const last = readCursor(pageEnd, sort, columns);
  const ordered = columns.reduce((query, { column }) => query.orderBy(column, direction), query);
  const place = sql.join(columns.map(({ column }) => column));
  const after = sql<boolean>`(${place}) ${sql.raw(direction === "desc" ? "<" : ">")} (${sql.join(end ?? [])})`;
  const upTo = sql<boolean>`(${place}) ${sql.raw(direction === "desc" ? ">=" : "<=")} (${sql.join(last ?? [])})`;
  const rows = await ordered
    .$if(end !== null, (query) => query.where(after))
    .$if(last !== null, (query) => query.where(upTo))
    .select(sql<string[]>`array[${sql.join(columns.map(asText))}]`.as(END))
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const lowest = page.at(-1);
  const rest = last ? pageEnd! : null;
  return {
    rows: page.map(withoutEnd) as Row[],
    // Where none was wanted, it leads to the first.
    nextCursor: rows.length > limit ? writeCursor(sort, lowest ? (lowest as Ended)[END] : []) : rest,
  };
}

/** Reads a page of a part of a list. */
type Part<Row> = (wish: PageParams) => Promise<KeysetPage<Row>>;

/** One page of a list whose parts follow each other, each in its own order: by a date those that have one, then the others. */
export async function readParts<Row>(
  parts: readonly Part<Row>[],
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
    const wish = { cursor: begin, pageEnd, limit: limit - rows.length, sort: nameOf(at) };
    const page = await parts[at]!(wish);
    rows.push(...page.rows);
    if (page.nextCursor) return { rows, nextCursor: page.nextCursor };
  }
  return { rows, nextCursor: null };
}

/** The column that the reading of a page adds to its query: where each row stands in the order. */
const END = "keyset_end";

interface Ended {
  [END]: string[];
}

function withoutEnd(row: object): object {
  const { [END]: _, ...rest } = row as Ended;
  return rest;
}

function asText({ kind, column }: OrderColumn): RawBuilder<string> {
  return kind.asText(column);
}

/** The order's name goes with it: in another order of the same list, the same values would be another place. */
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
