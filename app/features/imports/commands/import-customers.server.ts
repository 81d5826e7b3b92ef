import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { type CsvRow, readCsv } from "~/platform/csv-rows.server";
import { emit } from "~/platform/events.server";
import { refuse } from "~/platform/http/refusal";
import type { ImportRow } from "~/platform/import-outcome";
import { formatPhone } from "~/platform/phone";
import "../../customers/table";
import { type CustomerRow, customerColumns, customerRow, MOST_CUSTOMERS } from "../customer-list";

/** Rows that are in order are shown up to so many; those that are wrong, all. */
const MOST_SHOWN = 200;
const AT_ONCE = 500;

export interface ImportResult {
  counts: Record<ImportRow["what"], number>;
  rows: ImportRow[];
  imported: boolean;
}

interface Planned extends CsvRow<CustomerRow> {
  /** Who it is; null: nobody that we know. */
  knownId: string | null;
  what: "new" | "changed" | "same";
}

/**
 * Reads a list of customers, and makes those that nobody knows yet: all of them, or none where a row is wrong. Who is known, by
 * the phone, or by the email where the row has no phone, stays as they are and gets the address that is new. A dry run only tells.
 */
export const importCustomers = command(
  "customers.manage",
  async (
    ctx,
    { csv, dryRun }: { csv: string; dryRun: boolean },
    progress: (done: number, total: number) => void = () => {},
  ) => {
    const read = readCsv(csv, customerColumns, customerRow, MOST_CUSTOMERS);
    if (!read.ok) return read;
    const known = await findKnown(ctx, read.rows);
    const wrong: ImportRow[] = read.wrong.map(({ line, problems }) => ({
      ...{ line, what: "wrong" as const, title: m.csv_line({ line }), detail: "", problems },
    }));
    const planned: Planned[] = [];
    const seen = new Map<string, number>();
    for (const one of read.rows) {
      const { line, row } = one;
      const refused = (problem: string) => wrong.push({ ...asRow(one), what: "wrong", problems: [problem] });
      const key = row.phone ?? row.email!;
      const before = seen.get(key);
      if (before !== undefined) {
        refused(m.imports_error_twice({ line: before }));
        continue;
      }
      seen.set(key, line);
      const found = known.get(key) ?? [];
      // A phone leads to whoever has it the longest, as everywhere; an email that several have leads to nobody.
      if (row.phone === null && found.length > 1) {
        refused(m.imports_error_several());
        continue;
      }
      const knownId = found[0] ?? null;
      planned.push({ ...one, knownId, what: "new" });
    }
    await findPlaces(ctx, planned);
    const counts = { new: 0, changed: 0, same: 0, wrong: wrong.length };
    for (const { what } of planned) counts[what]++;
    if (!dryRun) {
      if (wrong.length > 0) return refuse("csv-wrong", { count: wrong.length });
      await keep(ctx, planned, progress);
      await emit(ctx, "customer.imported", null, { added: counts.new, places: counts.changed });
    }
    const shown = planned.slice(0, MOST_SHOWN).map((one) => ({ ...asRow(one), what: one.what }));
    const rows = [...wrong.toSorted((a, b) => a.line - b.line), ...shown];
    return { ok: true, counts, rows, imported: !dryRun } as const;
  },
);

/** Customers by a phone, or by an email, the oldest first; of those that were merged, the one that was kept. */
async function findKnown(ctx: Ctx, rows: readonly CsvRow<CustomerRow>[]): Promise<Map<string, string[]>> {
  const phones = rows.flatMap(({ row }) => row.phone ?? []);
  const emails = rows.flatMap(({ row }) => (row.phone === null ? (row.email ?? []) : []));
  const found = await sql<{ key: string; id: string }>`
    SELECT phone AS key, coalesce(merged_into, id) AS id, merged_into IS NOT NULL AS former, created_at
      FROM customers WHERE phone = any(${phones}::text[])
    UNION ALL
    SELECT email, id, false, created_at FROM customers WHERE email = any(${emails}::text[]) AND merged_into IS NULL
    ORDER BY former, created_at`.execute(ctx.db);
  const known = new Map<string, string[]>();
  for (const { key, id } of found.rows) known.set(key, [...(known.get(key) ?? []), id]);
  return known;
}

/** Says of those that are known whether their address is. */
async function findPlaces(ctx: Ctx, planned: Planned[]): Promise<void> {
  const ids = planned.flatMap(({ knownId }) => knownId ?? []);
  const places = await ctx.db
    .selectFrom("properties")
    .select(["customer_id", "street", "building", "unit", "area"])
    .where(sql<boolean>`customer_id = any(${ids}::uuid[])`)
    .execute();
  const known = new Set(places.map((one) => placeKey(one.customer_id, one)));
  for (const one of planned) {
    const { knownId, row } = one;
    if (!knownId) continue;
    const { place } = row;
    const key =
      place && placeKey(knownId, { ...place, building: place.buildingName, unit: place.unitNumber });
    one.what = key && !known.has(key) ? "changed" : "same";
  }
}

function placeKey(
  customerId: string,
  { street, building, unit, area }: { street: string; building: string; unit: string; area: string },
): string {
  return [customerId, street, building, unit, area].join("\0");
}

async function keep(
  ctx: Ctx,
  planned: readonly Planned[],
  progress: (done: number, total: number) => void,
): Promise<void> {
  const toDo = planned
    .filter(({ what }) => what !== "same")
    .map((one) => ({ ...one, id: one.knownId ?? randomUUID() }));
  const added = toDo.filter(({ what }) => what === "new");
  for (const [index, { id }] of added.entries()) {
    await emit(ctx, "customer.added", id, {});
    progress(index, added.length);
  }
  // Nobody becomes a customer twice, here and by a form: forms wait from here on, so what takes its time is done. A lock for
  // each phone would be too many.
  await sql`LOCK TABLE customers IN SHARE ROW EXCLUSIVE MODE`.execute(ctx.db);
  // It is tried again, and then knows them.
  if ((await findKnown(ctx, added)).size > 0)
    throw new Error("Somebody of the list became a customer meanwhile");
  for (let from = 0; from < toDo.length; from += AT_ONCE) {
    const part = toDo.slice(from, from + AT_ONCE);
    const made = part.filter(({ what }) => what === "new");
    if (made.length > 0) {
      await ctx.db
        .insertInto("customers")
        .values(
          made.map(({ id, row: { name, phone, email, company, trn } }) => ({
            ...{ id, name, phone, email, company, trn, created_at: ctx.now },
          })),
        )
        .execute();
    }
    const places = part.flatMap(({ id, row: { place } }) =>
      place
        ? [
            {
              customer_id: id,
              street: place.street,
              building: place.buildingName,
              unit: place.unitNumber,
              area: place.area,
              landmark: place.landmark,
              created_at: ctx.now,
            },
          ]
        : [],
    );
    if (places.length > 0) {
      await ctx.db
        .insertInto("properties")
        .values(places)
        .onConflict((conflict) =>
          conflict.columns(["customer_id", "street", "building", "unit", "area"]).doNothing(),
        )
        .execute();
    }
  }
}

function asRow({ line, row: { name, phone, email, place } }: CsvRow<CustomerRow>): Omit<ImportRow, "what"> {
  const where = place ? [place.street, place.area].filter(Boolean).join(", ") : null;
  const detail = [phone && formatPhone(phone), email, where].filter(Boolean).join(" · ");
  return { line, title: name, detail, problems: [] };
}
