import { type Kysely, sql } from "kysely";
import type { Tables } from "~/platform/database/tables";
import { people } from "../sample/people";

/** SQL expressions for the large company (large.server.ts). Each expects rows with a number `n`. */

/** Deterministic id in the format of a random UUID. */
export const id = (kind: string, n = "n") =>
  sql.raw(`overlay(overlay(md5('${kind}' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`);
/** Deterministic pseudo-random number below `max`. */
export const chance = (salt: number, max: number) =>
  sql`((hashint8extended(n::bigint, ${sql.lit(salt)}) & 1048575) % ${sql.lit(max)})::int`;

export const pick = (values: readonly string[], salt: number) =>
  sql`(ARRAY[${sql.join(values.map((value) => sql.lit(value)))}]::text[])[1 + ${chance(salt, values.length)}]`;

export const firstNames = people.map(({ name }) => name.split(" ")[0]!);
export const lastNames = people.map(({ name }) => name.split(" ").slice(1).join(" "));

type Numbered = "BK" | "QT" | "INV" | "CN";

/** Year of a time in Dubai. */
const yearOf = (at: string) => sql.raw(`extract(year FROM ${at} AT TIME ZONE 'Asia/Dubai')::int`);

/** Bookings take their numbers from a sequence, so this seed counts them in a table of its own. */
const counterOf = (kind: Numbered) => (kind === "BK" ? "counted_bookings" : "counters");

export async function createBookingCounter(db: Kysely<Tables>): Promise<void> {
  await sql`CREATE TABLE counted_bookings (kind text, year integer, value integer, PRIMARY KEY (kind, year))`.execute(
    db,
  );
}

/** Moves the sequence of booking numbers beyond the last number of each year, and drops the counter. */
export async function dropBookingCounter(db: Kysely<Tables>): Promise<void> {
  await sql`INSERT INTO booking_years (year, numbers_before) SELECT year, max(value) OVER () - value FROM counted_bookings`.execute(
    db,
  );
  await sql`SELECT setval('booking_numbers', max(value)) FROM counted_bookings HAVING max(value) > 0`.execute(
    db,
  );
  await sql`DROP TABLE counted_bookings`.execute(db);
}

/**
 * Reference of each row, numbered on from the counter in the order of `at`; `addToCounter` saves the new
 * counter.
 */
export function numbered(kind: Numbered, at: string) {
  const counters = sql.table(counterOf(kind));
  const soFar = sql`coalesce((SELECT value FROM ${counters} AS counters WHERE kind = ${sql.lit(kind)} AND counters.year = ${yearOf(at)}), 0)`;
  return sql`${sql.lit(`${kind}-`)} || ${yearOf(at)} || '-' || lpad((
      row_number() OVER (PARTITION BY ${yearOf(at)} ORDER BY ${sql.raw(at)}, n) + ${soFar})::text, 6, '0')`;
}

/** Statement that saves the new counter after `numbered`; both may be parts of one statement. */
export const countUp = (kind: Numbered, table: string, at: string) =>
  sql`INSERT INTO ${sql.table(counterOf(kind))} AS counters (kind, year, value)
    SELECT ${kind}, ${yearOf(at)}, count(*) FROM ${sql.table(table)} GROUP BY 2
    ON CONFLICT (kind, year) DO UPDATE SET value = counters.value + excluded.value`;

export async function addToCounter(
  db: Kysely<Tables>,
  kind: Numbered,
  table: string,
  at: string,
): Promise<void> {
  await countUp(kind, table, at).execute(db);
}
