import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { matchesSearch, nameSounds } from "~/platform/lists/search.server";
import { ARABIC, currentLocale } from "~/platform/locale/locale";
import { erasedCustomer } from "~/platform/personal-data.server";
import { toCodeLine } from "~/platform/text/sanitize-text";
import { findCustomerIds, isCustomerMatching } from "../../core/customers/search.server";
import { kindOf, type Source } from "./labels";
import type { TrailEntry } from "./views";

/** Record of a trail entry. */
interface RecordReference {
  kind: string;
  id: string | null;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Finds the name of each record, and whether it still exists. */
export async function describeRecords(
  ctx: Ctx,
  records: readonly RecordReference[],
): Promise<(record: RecordReference) => TrailEntry["record"]> {
  const idsOf = (kind: string) => [
    ...new Set(records.flatMap((one) => (one.kind === kind && one.id !== null ? [one.id] : []))),
  ];
  const known = new Map<string, string | null>();
  const note = (kind: string, rows: { id: string; name: string | null }[]) => {
    for (const { id, name } of rows) known.set(`${kind} ${id}`, name);
  };
  for (const kind of new Set(records.map(({ kind }) => kind))) {
    const { source } = kindOf(kind);
    if (!source) continue;
    const { from, id, textIds } = source;
    const name = nameInReaderLanguage(source);
    const ids = idsOf(kind).filter((one) => textIds || UUID.test(one));
    if (ids.length === 0) continue;
    const { rows } = await sql<{ id: string; name: string | null }>`
      SELECT ${sql.raw(id)} AS id, ${sql.raw(name)} AS name FROM ${sql.raw(from)}
      WHERE ${sql.raw(id)} = any(${ids}::${sql.raw(textIds ? "text" : "uuid")}[])`.execute(ctx.db);
    note(kind, rows);
  }
  return ({ kind, id }) => {
    const name = known.get(`${kind} ${id}`) ?? null;
    const forgotten = kind === "customer" && name === erasedCustomer.name;
    return {
      kind,
      id,
      name: forgotten ? null : name,
      exists: known.has(`${kind} ${id}`),
      isErased: forgotten,
    };
  };
}

function nameInReaderLanguage({ name, nameAr }: Source): string {
  return nameAr && currentLocale() === ARABIC ? `coalesce(${nameAr}, ${name})` : name;
}

/** Limit of matching accounts; a more common name matches none. */
const MAX_PEOPLE = 50;

/** SQL: entries about a record with this reference or id, about a matching person, or by that person. */
export async function matchesSearchText(ctx: Ctx, typed: string) {
  const reference = toCodeLine(typed).toUpperCase();
  const people = await sql<{ id: string }>`
    SELECT id FROM users WHERE ${matchesSearch("users", typed, { bySound: nameSounds("users") })} LIMIT ${MAX_PEOPLE}`.execute(
    ctx.db,
  );
  const found = await sql<{ id: string }>`
    SELECT id FROM bookings WHERE reference = ${reference}
    UNION ALL SELECT id FROM quotes WHERE reference = ${reference}
    UNION ALL SELECT id FROM invoices WHERE reference = ${reference}
    UNION ALL SELECT invoice_id FROM credit_notes WHERE reference = ${reference}
    UNION ALL SELECT id FROM payments WHERE reference = ${reference}
    UNION ALL SELECT id FROM contracts WHERE reference = ${reference}
    UNION ALL SELECT id FROM contact_messages WHERE reference = ${reference}
    UNION ALL SELECT id FROM technicians WHERE ${matchesSearch("technicians", typed, { bySound: nameSounds("technicians") })}`.execute(
    ctx.db,
  );
  const customers = await findCustomerIds(ctx, typed);
  const actors = people.rows.map(({ id }) => id);
  const records = [...actors, ...found.rows.map(({ id }) => id), ...(customers ?? []), typed.trim()];
  const either = sql<boolean>`(trail.subject_id = any(${records}::text[]) OR trail.actor_id = any(${actors}::uuid[]))`;
  if (customers) return either;
  // Common names match many customers, so entries are checked one by one until the page is full.
  return sql<boolean>`(${either} OR CASE WHEN trail.subject_type = 'customer' THEN EXISTS (
    SELECT FROM customers WHERE customers.id = trail.subject_id::uuid AND ${isCustomerMatching(typed)}) ELSE false END)`;
}
