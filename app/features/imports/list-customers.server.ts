import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { emitEach } from "~/platform/events/events.server";
import type { Address } from "../forms/schema";
import "../customers/table";

const AT_ONCE = 500;

export interface KnownCustomer {
  id: string;
  name: string;
  phone: string | null;
  email: string | null;
  userId: string | null;
}

/** By what a row names a customer: the phone, or the email where it has no phone. */
export function keyOf({ phone, email }: { phone: string | null; email: string | null }): string {
  return phone ?? email!;
}

/**
 * Customers by a phone, or by an email where no phone is given: the oldest first; of those that were merged, the one that was kept.
 * A phone leads to the first of them, as everywhere; an email that several have leads to nobody.
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

/** An address of a customer. */
export interface ListedPlace {
  customerId: string;
  place: Address;
}

/**
 * Adds customers whom nobody knows yet, and addresses. Throws where one of them became a customer meanwhile: the list is then tried
 * again, and knows them. Forms wait from here to the end of the caller's transaction. `progress`: after how many customers.
 */
export async function addCustomers(
  ctx: Ctx,
  added: readonly NewCustomer[],
  places: readonly ListedPlace[],
  progress: (done: number) => void,
): Promise<void> {
  // Nobody becomes a customer twice, here and by a form. A lock for each phone would be too many.
  await sql`LOCK TABLE customers IN SHARE ROW EXCLUSIVE MODE`.execute(ctx.db);
  if ((await findKnown(ctx, added)).size > 0)
    throw new Error("Somebody of the list became a customer meanwhile");
  let done = 0;
  for (const part of inParts(added)) {
    await emitEach(
      ctx,
      "customer.added",
      part.map(({ id }) => ({ subjectId: id, data: {} })),
    );
    await ctx.db
      .insertInto("customers")
      .values(part.map((one) => ({ ...one, created_at: ctx.now })))
      .execute();
    done += part.length;
    progress(done);
  }
  for (const part of inParts(places)) {
    await ctx.db
      .insertInto("properties")
      .values(
        part.map(({ customerId, place }) => ({
          customer_id: customerId,
          street: place.street,
          building: place.buildingName,
          unit: place.unitNumber,
          area: place.area,
          landmark: place.landmark,
          created_at: ctx.now,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(["customer_id", "street", "building", "unit", "area"]).doNothing(),
      )
      .execute();
  }
}

/** The addresses of customers, each by its `placeKey`, with its id. */
export async function findPlaces(ctx: Ctx, customerIds: readonly string[]): Promise<Map<string, string>> {
  const places = await ctx.db
    .selectFrom("properties")
    .select(["id", "customer_id", "street", "building", "unit", "area"])
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .execute();
  return new Map(
    places.map(({ id, customer_id: customerId, street, building, unit, area }) => [
      placeKey({ customerId, place: { street, buildingName: building, unitNumber: unit, area } }),
      id,
    ]),
  );
}

/** What tells one address of a customer from another. */
export function placeKey({
  customerId,
  place: { street, buildingName, unitNumber, area },
}: {
  customerId: string;
  place: Omit<Address, "landmark">;
}): string {
  return [customerId, street, buildingName, unitNumber, area].join("\0");
}

/** So many rows at once as a statement takes. */
function inParts<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) =>
    rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}
