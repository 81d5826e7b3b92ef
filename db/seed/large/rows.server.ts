import { type Kysely, sql } from "kysely";
import type { Tables } from "~/platform/database/tables";
import { people } from "../sample/people";

/** What the statements of a large company are made of (large.server.ts): each works on rows that have a number, `n`. */

/** An id that is the same in every run, in the form of those that are drawn by chance. */
export const id = (kind: string, n = "n") =>
  sql.raw(`overlay(overlay(md5('${kind}' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`);
/** A number below `most` that looks like chance, and is the same in every run. */
export const chance = (salt: number, max: number) =>
  sql`((hashint8extended(n::bigint, ${sql.lit(salt)}) & 1048575) % ${sql.lit(max)})::int`;

export const pick = (values: readonly string[], salt: number) =>
  sql`(ARRAY[${sql.join(values.map((value) => sql.lit(value)))}]::text[])[1 + ${chance(salt, values.length)}]`;

export const firstNames = people.map(({ name }) => name.split(" ")[0]!);
export const lastNames = people.map(({ name }) => name.split(" ").slice(1).join(" "));

type Numbered = "BK" | "QT" | "INV" | "CN";

/** The Dubai year of a time. */
const yearOf = (at: string) => sql.raw(`extract(year FROM ${at} AT TIME ZONE 'Asia/Dubai')::int`);

/** Bookings take their numbers from a sequence, so the counter that numbers them here is a table of this seed. */
const counterOf = (kind: Numbered) => (kind === "BK" ? "counted_bookings" : "counters");

export async function createBookingCounter(db: Kysely<Tables>): Promise<void> {
  await sql`CREATE TABLE counted_bookings (kind text, year integer, value integer, PRIMARY KEY (kind, year))`.execute(
    db,
  );
}

/** Moves the sequence of booking numbers behind the last number of each year, and drops the counter. */
export async function dropBookingCounter(db: Kysely<Tables>): Promise<void> {
  await sql`INSERT INTO booking_years (year, before) SELECT year, max(value) OVER () - value FROM counted_bookings`.execute(
    db,
  );
  await sql`SELECT setval('booking_numbers', max(value)) FROM counted_bookings HAVING max(value) > 0`.execute(
    db,
  );
  await sql`DROP TABLE counted_bookings`.execute(db);
}

/** The reference of each row, counted on from what there is in the order of a time; `addToCounter` keeps how far. */
export function numbered(kind: Numbered, at: string) {
  const counters = sql.table(counterOf(kind));
  const soFar = sql`coalesce((SELECT value FROM ${counters} AS counters WHERE kind = ${sql.lit(kind)} AND counters.year = ${yearOf(at)}), 0)`;
  return sql`${sql.lit(`${kind}-`)} || ${yearOf(at)} || '-' || lpad((
      row_number() OVER (PARTITION BY ${yearOf(at)} ORDER BY ${sql.raw(at)}, n) + ${soFar})::text, 6, '0')`;
}

export async function addToCounter(
  db: Kysely<Tables>,
  kind: Numbered,
  table: string,
  at: string,
): Promise<void> {
  await sql`INSERT INTO ${sql.table(counterOf(kind))} AS counters (kind, year, value)
    SELECT ${kind}, ${yearOf(at)}, count(*) FROM ${sql.table(table)} GROUP BY 2
    ON CONFLICT (kind, year) DO UPDATE SET value = counters.value + excluded.value`.execute(db);
}
