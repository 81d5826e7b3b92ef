import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { m } from "~/paraglide/messages";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { anyOf } from "~/platform/lists/any-of.server";
import {
  findAmongNextRows,
  type Keyset,
  keyset,
  type PageOfTable,
  type PageParams,
  readPage,
} from "~/platform/lists/keyset.server";
import { bidiIsolate, localeOrDefault } from "~/platform/locale/locale";
import { acceptsNoEmail } from "~/platform/mail/undeliverable.server";
import { toCodeLine } from "~/platform/text/sanitize-text";
import { billingOf, type CustomerContact } from "../../core/customers/customer";
import { findCustomerLanguage } from "../../core/customers/customer-language.server";
import {
  type DuplicateMatch,
  findDuplicateCustomers,
  hasDuplicateContact,
  isFlaggedDuplicate,
} from "../../core/customers/duplicates.server";
import { findCustomer } from "../../core/customers/queries.server";
import { findCustomerIds, isCustomerMatching } from "../../core/customers/search.server";
import { listProperties } from "../../core/properties/read-properties.server";
import { bookedServiceName } from "../../operations/bookings/work/booked-service.server";
import type { CustomerSort } from "./merge";
import type { CustomerDetail, CustomerList, DuplicateCustomer } from "./views";

export interface CustomerFilter extends PageParams {
  /** Part of a name, phone in any format, email or address; complete reference of a booking or document. */
  search?: string;
  /** Limits the list to possible duplicates. */
  duplicates?: "yes";
  sort?: CustomerSort;
}

/** Up to this many matches are sorted at once, because searching in sort order would scan all rows. */
const MAX_SORTED_MATCHES = 2_000;

const latestFirst = keyset("desc", ["instant", "customers.createdAt"], ["id", "customers.id"]);
const orders: Record<CustomerSort, Keyset> = { name: byName("asc"), "-name": byName("desc") };

function byName(direction: Keyset["direction"]): Keyset {
  return keyset(direction, ["text", sql`lower(customers.name)`], ["id", "customers.id"]);
}

type CustomerExpressions = ExpressionBuilder<Tables, "customers">;

/** Lists customers, newest first unless sorted by name. */
export const listCustomers = query(
  "customers.read",
  async function listCustomers(ctx, filter: CustomerFilter): Promise<CustomerList> {
    let customersQuery = ctx.db
      .selectFrom("customers")
      .select(["id", "version", "name", "phone", "email", "userId"])
      .select((eb) => [
        countBookings(eb).as("bookingCount"),
        hasDuplicateContact.as("hasDuplicate"),
        eb
          .selectFrom("bookings")
          .select((of) => of.fn.max("requestedAt").as("at"))
          .whereRef("bookings.customerId", "=", "customers.id")
          .as("lastBookingAt"),
        eb
          .selectFrom("properties")
          .select("area")
          .whereRef("properties.customerId", "=", "customers.id")
          .orderBy("properties.createdAt", "desc")
          .limit(1)
          .as("area"),
      ])
      .where("mergedInto", "is", null);
    if (filter.duplicates) customersQuery = customersQuery.where(isFlaggedDuplicate);
    const order = filter.sort ? orders[filter.sort] : latestFirst;
    if (filter.search) {
      const filters = [sql<boolean>`customers.merged_into IS NULL`];
      if (filter.duplicates) filters.push(isFlaggedDuplicate);
      const page = { table: "customers", filters, order, params: filter };
      customersQuery = customersQuery.where(await searchCondition(ctx, filter.search, page));
    }
    const { rows, nextCursor } = await readPage(customersQuery, order, filter);
    return {
      customers: rows.map((row) => ({
        ...toCustomerHead(row),
        area: row.area || null,
        lastBookingAt: row.lastBookingAt?.toISOString() ?? null,
        hasDuplicate: Boolean(row.hasDuplicate),
      })),
      nextCursor,
    };
  },
);

/** The next customers of the list are read first, which fill a page of a common word without reading all matches. */
async function searchCondition(ctx: Ctx, typed: string, page: PageOfTable): Promise<RawBuilder<boolean>> {
  const owner = await findCustomerOfReference(ctx, typed);
  if (owner) return sql<boolean>`customers.id = ${owner}`;
  const ids =
    (await findAmongNextRows(ctx.db, page, isCustomerMatching(typed, "rows"))) ??
    (await findCustomerIds(ctx, typed, MAX_SORTED_MATCHES));
  return ids ? sql<boolean>`customers.id = ANY(${ids}::uuid[])` : isCustomerMatching(typed);
}

/** Complete reference of a booking or document, in any spelling: "bk 2026 000123". */
const REFERENCE = /^([A-Z]{2,4})[ -]?(\d{4})[ -]?(\d{6})$/;

/** Customer of a booking, quote, contract or invoice whose complete reference was typed. */
async function findCustomerOfReference(ctx: Ctx, typed: string): Promise<string | null> {
  const parts = REFERENCE.exec(toCodeLine(typed).toUpperCase());
  if (!parts) return null;
  const reference = parts.slice(1).join("-");
  const { rows } = await sql<{ id: string }>`
    SELECT customer_id AS id FROM bookings WHERE reference = ${reference}
    UNION ALL SELECT customer_id FROM quotes WHERE reference = ${reference}
    UNION ALL SELECT customer_id FROM contracts WHERE reference = ${reference}
    UNION ALL SELECT customer_id FROM invoices WHERE reference = ${reference}`.execute(ctx.db);
  return rows[0]?.id ?? null;
}

const SHOWN_BOOKINGS = 20;
const SHOWN_EDITS = 10;

/** Customer with all records; a merged one leads to the kept one. */
export const findCustomerDetail = query(
  "customers.read",
  async function findCustomerDetail(ctx, id: string): Promise<CustomerDetail | null> {
    const found = await findCustomer(ctx, id);
    if (!found) return null;
    const { db } = ctx;
    const [customer, language, properties, contracts, bookings, notes, edits, merged] = await Promise.all([
      db
        .selectFrom("customers")
        .selectAll()
        .select((eb) => countBookings(eb).as("bookingCount"))
        .select(acceptsNoEmail("customers.email").as("emailUndeliverable"))
        .where("id", "=", found.id)
        .executeTakeFirstOrThrow(),
      findCustomerLanguage(ctx, found.id),
      listProperties(ctx, found.id),
      db
        .selectFrom("contracts")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("customerId", "=", found.id)
        .executeTakeFirstOrThrow(),
      db
        .selectFrom("bookings")
        .innerJoin("services", "services.id", "bookings.serviceId")
        .select(["bookings.id", "reference", "state", bookedServiceName(), "requestedAt"])
        .where("customerId", "=", found.id)
        .orderBy("requestedAt", "desc")
        .limit(SHOWN_BOOKINGS)
        .execute(),
      db
        .selectFrom("customerNotes")
        .selectAll()
        .where("customerId", "=", found.id)
        .orderBy("id", "desc")
        .execute(),
      db
        .selectFrom("trail")
        .leftJoin("trailValues", "trailValues.trailId", "trail.id")
        .select(["trail.id", "before", "after", "actorName", "trail.at"])
        .where("subjectId", "=", found.id)
        .where("type", "=", "customer.edited")
        .orderBy("trail.id", "desc")
        .limit(SHOWN_EDITS)
        .execute(),
      db
        .selectFrom("customers")
        .select(["id", "name", "phone", "email", "mergedAt"])
        .where("mergedInto", "=", found.id)
        .orderBy("mergedAt", "desc")
        .execute(),
    ]);
    return {
      ...toCustomerHead(customer),
      emailUndeliverable: customer.emailUndeliverable,
      language,
      greeting: m.customers_whatsapp_text(
        { name: bidiIsolate(customer.name) },
        { locale: localeOrDefault(language) },
      ),
      createdAt: customer.createdAt.toISOString(),
      properties,
      billing: billingOf(customer),
      contractCount: contracts.count,
      bookings: bookings.map(({ id, reference, state, serviceName, requestedAt }) => ({
        id,
        reference,
        state,
        serviceName,
        requestedAt: requestedAt.toISOString(),
      })),
      notes: notes.map(({ id, text, authorName, at, forTechnician }) => ({
        id,
        text,
        author: authorName,
        at: at.toISOString(),
        forTechnician,
      })),
      duplicates: await listDuplicates(
        ctx,
        await findDuplicateCustomers(ctx, found.id, [customer, ...merged]),
      ),
      edits: edits.map(({ id, before, after, actorName, at }) => ({
        id,
        before: (before ?? {}) as Partial<CustomerContact>,
        after: (after ?? {}) as Partial<CustomerContact>,
        author: actorName,
        at: at.toISOString(),
      })),
      merged: merged.map(({ id, name, phone, email, mergedAt }) => ({
        id,
        name,
        phone,
        email,
        at: mergedAt!.toISOString(),
      })),
    };
  },
);

/** Possible duplicates as the office sees them. */
export const listDuplicates = query(
  "customers.read",
  async function listDuplicates(ctx, holders: readonly DuplicateMatch[]): Promise<DuplicateCustomer[]> {
    const rows = await ctx.db
      .selectFrom("customers")
      .select(["id", "version", "name", "phone", "email", "userId"])
      .select((eb) => countBookings(eb).as("bookingCount"))
      .where("id", "=", anyOf(holders.map(({ id }) => id)))
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return holders.map(({ id, matchedFields }) => ({ ...toCustomerHead(byId.get(id)!), matchedFields }));
  },
);

function toCustomerHead(row: {
  id: string;
  version: number;
  name: string;
  phone: string | null;
  email: string | null;
  userId: string | null;
  bookingCount: number | null;
}) {
  const { id, version, name, phone, email } = row;
  return {
    id,
    version,
    name,
    phone,
    email,
    account: row.userId !== null,
    bookingCount: row.bookingCount ?? 0,
  };
}

function countBookings(eb: CustomerExpressions) {
  return eb
    .selectFrom("bookings")
    .select((of) => of.fn.countAll<number>().as("count"))
    .whereRef("bookings.customerId", "=", "customers.id");
}
