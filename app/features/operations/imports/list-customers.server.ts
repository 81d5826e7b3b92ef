import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { emitEach } from "~/platform/events/events.server";
import { customerByName } from "../../core/customers/same-phone";
import { listPropertiesOfCustomers } from "../../core/properties/read-properties.server";
import type { Address } from "../../core/properties/schema";
import { addProperties } from "../../core/properties/write-properties.server";

const AT_ONCE = 500;

export interface KnownCustomer {
  id: string;
  name: string;
  phone: string | null;
  email: string | null;
  userId: string | null;
}

/** Key of a row's customer: the phone, or the email without a phone. */
export function keyOf({ phone, email }: { phone: string | null; email: string | null }): string {
  return phone ?? email!;
}

/** Chooses the customer with the name among those with the phone, otherwise the oldest. Null if none has the phone. */
export function chooseKnown(found: readonly KnownCustomer[], name: string | null): KnownCustomer | null {
  return (name ? customerByName(found, name) : null) ?? found[0] ?? null;
}

/**
 * Finds customers by phone, or by email without a phone, the oldest first; an ambiguous email matches none. Merged
 * customers lead to the remaining one.
 */
export async function findKnown(
  ctx: Ctx,
  contacts: readonly { phone: string | null; email: string | null }[],
): Promise<Map<string, KnownCustomer[]>> {
  const phones = contacts.flatMap(({ phone }) => phone ?? []);
  const emails = contacts.flatMap(({ phone, email }) => (phone === null ? (email ?? []) : []));
  const found = await sql<KnownCustomer & { key: string }>`
    SELECT key, kept.id, kept.name, kept.phone, kept.email, kept.user_id AS "userId" FROM (
      SELECT phone AS key, coalesce(merged_into, id) AS id, merged_into IS NOT NULL AS former, created_at
        FROM customers WHERE phone = any(${phones}::text[])
      UNION ALL
      SELECT email, id, false, created_at FROM customers WHERE email = any(${emails}::text[]) AND merged_into IS NULL
    ) AS named JOIN customers AS kept USING (id)
    ORDER BY former, named.created_at`.execute(ctx.db);
  return Map.groupBy(found.rows, ({ key }) => key);
}

export interface NewCustomer {
  id: string;
  name: string;
  phone: string | null;
  email: string | null;
  company?: string | null;
  trn?: string | null;
}

export interface CustomerAddress {
  customerId: string;
  place: Address;
}

/**
 * Adds new customers and addresses. Throws if one was created concurrently, because the import is then
 * repeated. Blocks forms until the caller's transaction ends.
 */
export async function addCustomers(
  ctx: Ctx,
  added: readonly NewCustomer[],
  addresses: readonly CustomerAddress[],
  progress: (done: number) => void,
): Promise<void> {
  // Prevents concurrent duplicates from forms. One table lock, because a lock per phone would be too many.
  await sql`LOCK TABLE customers IN SHARE ROW EXCLUSIVE MODE`.execute(ctx.db);
  if ((await findKnown(ctx, added)).size > 0)
    throw new Error("A person on the list became a customer in the meantime");
  let done = 0;
  for (const part of splitRows(added)) {
    await emitEach(
      ctx,
      "customer.added",
      part.map(({ id }) => ({ subjectId: id, data: {} })),
    );
    await ctx.db
      .insertInto("customers")
      .values(part.map((one) => ({ ...one, createdAt: ctx.now })))
      .execute();
    done += part.length;
    progress(done);
  }
  for (const part of splitRows(addresses)) {
    await addProperties(
      ctx,
      part.map(({ customerId, place }) => ({ customerId, address: place })),
    );
  }
}

export async function findAddresses(ctx: Ctx, customerIds: readonly string[]): Promise<Map<string, string>> {
  const properties = await listPropertiesOfCustomers(ctx, customerIds);
  return new Map(
    properties.map(({ id, customerId, address }) => [addressKey({ customerId, place: address }), id]),
  );
}

export function addressKey({
  customerId,
  place: { street, buildingName, unitNumber, area },
}: {
  customerId: string;
  place: Omit<Address, "landmark">;
}): string {
  return [customerId, street, buildingName, unitNumber, area].join("\0");
}

/** Splits rows into statements within the parameter limit. */
function splitRows<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) =>
    rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}
