import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { anyOf } from "~/platform/lists/any-of.server";
import {
  type Keyset,
  type KeysetPage,
  keyset,
  type PageParams,
  readPage,
} from "~/platform/lists/keyset.server";
import { billingOf, type CustomerContact } from "../../core/customers/customer";
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
  /** Part of a name, phone in any format, email or address. */
  search?: string;
  /** Limits the list to possible duplicates. */
  duplicates?: "yes";
  sort?: CustomerSort;
}

/** Up to this many matches are sorted at once, because searching in sort order would scan all rows. */
const MAX_SORTED_MATCHES = 2_000;

/** Number of newest customers scanned first for a common word. */
const NEWEST_SCANNED = 1_000;
const SAMPLE_SIZE = 100;

const latestFirst = keyset("desc", ["instant", "customers.created_at"], ["id", "customers.id"]);
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
      .select(["id", "version", "name", "phone", "email", "user_id"])
      .select((eb) => [
        countBookings(eb).as("booking_count"),
        hasDuplicateContact.as("hasDuplicate"),
        eb
          .selectFrom("bookings")
          .select((of) => of.fn.max("requested_at").as("at"))
          .whereRef("bookings.customer_id", "=", "customers.id")
          .as("last_booking_at"),
        eb
          .selectFrom("properties")
          .select("area")
          .whereRef("properties.customer_id", "=", "customers.id")
          .orderBy("properties.created_at", "desc")
          .limit(1)
          .as("area"),
      ])
      .where("merged_into", "is", null);
    if (filter.duplicates) customersQuery = customersQuery.where(isFlaggedDuplicate);
    const order = filter.sort ? orders[filter.sort] : latestFirst;
    const pageOf = (condition: RawBuilder<boolean>) =>
      readPage(customersQuery.where(condition), order, filter);
    const { rows, nextCursor } = filter.search
      ? await findPage(ctx, filter.search, order === latestFirst, filter.limit, pageOf)
      : await readPage(customersQuery, order, filter);
    return {
      customers: rows.map((row) => ({
        ...toCustomerHead(row),
        area: row.area || null,
        lastBookingAt: row.last_booking_at?.toISOString() ?? null,
        hasDuplicate: Boolean(row.hasDuplicate),
      })),
      nextCursor,
    };
  },
);

/**
 * Page of a search. For a common word the newest customers fill the page without reading all matches; a
 * sample decides whether the word is common.
 */
async function findPage<Row>(
  ctx: Ctx,
  typed: string,
  latestFirst: boolean,
  limit: number,
  pageOf: (condition: RawBuilder<boolean>) => Promise<KeysetPage<Row>>,
): Promise<KeysetPage<Row>> {
  const matching = isCustomerMatching(typed);
  if (latestFirst) {
    const { rows } = await sql`SELECT FROM customers
      WHERE merged_into IS NULL AND ${isAmongNewest(SAMPLE_SIZE)} AND ${matching}`.execute(ctx.db);
    if (rows.length * (NEWEST_SCANNED / SAMPLE_SIZE) >= limit) {
      const page = await pageOf(sql<boolean>`(${isAmongNewest(NEWEST_SCANNED)} AND ${matching})`);
      if (page.nextCursor) return page;
    }
  }
  const customerIds = await findCustomerIds(ctx, typed, MAX_SORTED_MATCHES);
  return pageOf(customerIds ? sql<boolean>`customers.id = ANY(${customerIds}::uuid[])` : matching);
}

const isAmongNewest = (
  count: number,
) => sql<boolean>`customers.created_at >= coalesce((SELECT newest.created_at FROM customers AS newest
  WHERE newest.merged_into IS NULL ORDER BY newest.created_at DESC, newest.id DESC OFFSET ${sql.lit(count)} LIMIT 1), '-infinity')`;

const SHOWN_BOOKINGS = 20;
const SHOWN_EDITS = 10;

/** Customer with all records; a merged one leads to the kept one. */
export const findCustomerDetail = query(
  "customers.read",
  async function findCustomerDetail(ctx, id: string): Promise<CustomerDetail | null> {
    const found = await findCustomer(ctx, id);
    if (!found) return null;
    const { db } = ctx;
    const [customer, properties, contracts, bookings, notes, edits, merged] = await Promise.all([
      db
        .selectFrom("customers")
        .selectAll()
        .select((eb) => countBookings(eb).as("booking_count"))
        .where("id", "=", found.id)
        .executeTakeFirstOrThrow(),
      listProperties(ctx, found.id),
      db
        .selectFrom("contracts")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("customer_id", "=", found.id)
        .executeTakeFirstOrThrow(),
      db
        .selectFrom("bookings")
        .innerJoin("services", "services.id", "bookings.service_id")
        .select(["bookings.id", "reference", "state", bookedServiceName, "requested_at"])
        .where("customer_id", "=", found.id)
        .orderBy("requested_at", "desc")
        .limit(SHOWN_BOOKINGS)
        .execute(),
      db
        .selectFrom("customer_notes")
        .selectAll()
        .where("customer_id", "=", found.id)
        .orderBy("id", "desc")
        .execute(),
      db
        .selectFrom("trail")
        .leftJoin("trail_values", "trail_values.trail_id", "trail.id")
        .select(["trail.id", "before", "after", "actor_name", "trail.at"])
        .where("subject_id", "=", found.id)
        .where("type", "=", "customer.edited")
        .orderBy("trail.id", "desc")
        .limit(SHOWN_EDITS)
        .execute(),
      db
        .selectFrom("customers")
        .select(["id", "name", "phone", "email", "merged_at"])
        .where("merged_into", "=", found.id)
        .orderBy("merged_at", "desc")
        .execute(),
    ]);
    return {
      ...toCustomerHead(customer),
      createdAt: customer.created_at.toISOString(),
      properties,
      billing: billingOf(customer),
      contractCount: contracts.count,
      bookings: bookings.map(({ id, reference, state, service_name, requested_at }) => ({
        id,
        reference,
        state,
        serviceName: service_name,
        requestedAt: requested_at.toISOString(),
      })),
      notes: notes.map(({ id, text, author_name, at, for_technician }) => ({
        id,
        text,
        author: author_name,
        at: at.toISOString(),
        forTechnician: for_technician,
      })),
      duplicates: await listDuplicates(
        ctx,
        await findDuplicateCustomers(ctx, found.id, [customer, ...merged]),
      ),
      edits: edits.map(({ id, before, after, actor_name, at }) => ({
        id,
        before: (before ?? {}) as Partial<CustomerContact>,
        after: (after ?? {}) as Partial<CustomerContact>,
        author: actor_name,
        at: at.toISOString(),
      })),
      merged: merged.map(({ id, name, phone, email, merged_at }) => ({
        id,
        name,
        phone,
        email,
        at: merged_at!.toISOString(),
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
      .select(["id", "version", "name", "phone", "email", "user_id"])
      .select((eb) => countBookings(eb).as("booking_count"))
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
  user_id: string | null;
  booking_count: number | null;
}) {
  const { id, version, name, phone, email } = row;
  return {
    id,
    version,
    name,
    phone,
    email,
    account: row.user_id !== null,
    bookingCount: row.booking_count ?? 0,
  };
}

function countBookings(eb: CustomerExpressions) {
  return eb
    .selectFrom("bookings")
    .select((of) => of.fn.countAll<number>().as("count"))
    .whereRef("bookings.customer_id", "=", "customers.id");
}
