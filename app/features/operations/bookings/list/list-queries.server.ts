import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { countUpTo } from "~/platform/lists/count-up-to.server";
import {
  type CountsParam,
  includeCounts,
  type Keyset,
  keyset,
  type PageParams,
  readPage,
  readParts,
} from "~/platform/lists/keyset.server";
import { type BookingState, bookingStates, hasExpiredHold } from "../booking";
import { responseDueAt } from "../response-targets/response-due.server";
import { bookedServiceName } from "../work/booked-service.server";
import type { BookingFilter, BookingListParams } from "./booking-filter";
import {
  matchesBookingColumns,
  matchesFilter,
  type SelectiveVisits,
  selectiveVisitQuery,
} from "./filter-conditions.server";
import type { BookingList, BookingRow } from "./views";

type PageOfBookings = BookingListParams & PageParams;

const newestFirst = byReceived("desc");

function byReceived(direction: "asc" | "desc") {
  return keyset(direction, ["instant", "bookings.requested_at"], ["id", "bookings.id"]);
}

/** Sorts by copied columns of `visits`, so that their index serves any page without a sort. */
function byReceivedOfVisits(direction: "asc" | "desc") {
  return keyset(direction, ["instant", "matching.requested_at"], ["id", "matching.booking_id"]);
}

function byLastOfVisits(direction: "asc" | "desc") {
  return keyset(direction, ["instant", "matching.last_visit_start"], ["id", "matching.booking_id"]);
}

function byVisit(direction: "asc" | "desc") {
  return keyset(direction, ["instant", "placed.starts_at"], ["id", "placed.booking_id"]);
}

function byDue(direction: "asc" | "desc") {
  return keyset(direction, ["instant", responseDueAt], ["id", "bookings.id"]);
}

export const listBookings = query(
  "bookings.read",
  async function listBookings(ctx, page: PageOfBookings & CountsParam): Promise<BookingList> {
    if (!includeCounts(page)) return readBookings(ctx, page);
    const [rows, counts] = await Promise.all([readBookings(ctx, page), countByState(ctx)]);
    return { ...rows, counts };
  },
);

const EXPORTED_PAGE_SIZE = 500;

/** Generator, so that an export does not hold all rows in memory. */
export const iterateBookingPages = query(
  "bookings.read",
  async function iterateBookingPages(ctx, page: BookingListParams) {
    return readPages(ctx, page);
  },
);

async function* readPages(ctx: Ctx, params: BookingListParams): AsyncGenerator<BookingRow[]> {
  let cursor: string | undefined;
  do {
    const page = await readBookings(ctx, { ...params, cursor, limit: EXPORTED_PAGE_SIZE });
    yield page.bookings;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}

async function readBookings(ctx: Ctx, filter: PageOfBookings): Promise<Omit<BookingList, "counts">> {
  const { rows, nextCursor } = await readInOrder(ctx, filter);
  const visits = await lastVisitsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return {
    bookings: rows.map((row): BookingRow => {
      const visit = visits.get(row.id);
      return {
        id: row.id,
        reference: row.reference,
        state: row.state,
        version: row.version,
        serviceId: row.service_id,
        serviceName: row.service_name,
        tradeId: row.trade_id,
        emergency: row.emergency,
        customerName: row.contact_name,
        phone: row.contact_phone,
        email: row.contact_email,
        area: row.area,
        requestedAt: row.requested_at.toISOString(),
        respondedAt: row.responded_at?.toISOString() ?? null,
        contactDueAt: row.contact_due_at?.toISOString() ?? null,
        startsAt: visit?.starts_at.toISOString() ?? null,
        technicianName: visit?.technician_name ?? null,
        heldUntil: visit?.held_until?.toISOString() ?? null,
        holdExpired: hasExpiredHold(row, visit?.starts_at ?? null),
      };
    }),
    nextCursor,
  };
}

function filteredBookings(ctx: Ctx, filter: BookingFilter) {
  return bookingRows(ctx).where(matchesFilter(ctx, filter));
}

function bookingRows(ctx: Ctx) {
  return ctx.db
    .selectFrom("bookings")
    .innerJoin("services", "services.id", "bookings.service_id")
    .select([
      "bookings.id",
      "bookings.reference",
      "bookings.state",
      "bookings.version",
      "bookings.service_id",
      bookedServiceName,
      "bookings.trade_id",
      "bookings.emergency",
      "bookings.contact_name",
      "bookings.contact_phone",
      "bookings.contact_email",
      "bookings.area",
      "bookings.requested_at",
      "bookings.contact_due_at",
      "bookings.responded_at",
      "bookings.hold_expired_at",
    ]);
}

/** Looked up for one page only: as a join it would run for every matching booking. */
async function lastVisitsOf(ctx: Ctx, bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return new Map<string, never>();
  const visits = await ctx.db
    .selectFrom("visits")
    .leftJoin("technicians", "technicians.id", "visits.technician_id")
    .leftJoin("unconfirmed_holds", "unconfirmed_holds.visit_id", "visits.id")
    .distinctOn("visits.booking_id")
    .select(["visits.booking_id", "visits.starts_at", "technicians.name as technician_name"])
    .select("unconfirmed_holds.ends_at as held_until")
    .where("visits.booking_id", "in", bookingIds)
    .where("visits.live", "=", true)
    .where("visits.lead_visit_id", "is", null)
    .orderBy("visits.booking_id")
    .orderBy("visits.starts_at", "desc")
    .execute();
  return new Map(visits.map((visit) => [visit.booking_id, visit]));
}

type FilteredBookings = ReturnType<typeof filteredBookings>;

function readInOrder(ctx: Ctx, filter: PageOfBookings) {
  switch (filter.sort) {
    case "received":
      return readByReceived(ctx, "asc", filter);
    case "visit":
      return readByVisit(ctx, "asc", filter);
    case "-visit":
      return readByVisit(ctx, "desc", filter);
    case "due":
      return readByDue(filteredBookings(ctx, filter), byDue("asc"), filter);
    case "-due":
      return readByDue(filteredBookings(ctx, filter), byDue("desc"), filter);
    default:
      return readByReceived(ctx, "desc", filter);
  }
}

function readByReceived(ctx: Ctx, direction: "asc" | "desc", filter: PageOfBookings) {
  const selective = selectiveVisitQuery(filter);
  if (!selective) return readPage(filteredBookings(ctx, filter), byReceived(direction), filter);
  const found = bookingsOf(ctx, selective.orderBy("requested_at", direction), direction, filter);
  return readPage(found, byReceivedOfVisits(direction), filter);
}

/** `visits` is already sorted, so that bookings are read only until the page is full. */
function bookingsOf(ctx: Ctx, visits: SelectiveVisits, direction: "asc" | "desc", filter: BookingFilter) {
  return bookingRows(ctx)
    .innerJoin(visits.orderBy("booking_id", direction).as("matching"), "matching.booking_id", "bookings.id")
    .where(matchesBookingColumns(ctx, filter));
}

/** Bookings without a visit come last, newest first. */
function readByVisit(ctx: Ctx, direction: "asc" | "desc", filter: PageOfBookings) {
  const selective = selectiveVisitQuery(filter);
  if (selective) {
    const placed = bookingsOf(
      ctx,
      selective.where("matching.last_visit_start", "is not", null).orderBy("last_visit_start", direction),
      direction,
      filter,
    );
    const parts = [(page: PageParams) => readPage(placed, byLastOfVisits(direction), page)];
    if (filter.dates === "arrived") {
      const cancelledVisits = selective
        .where("matching.last_visit_start", "is", null)
        .orderBy("requested_at", "desc");
      const unplaced = bookingsOf(ctx, cancelledVisits, "desc", filter);
      parts.push((page) => readPage(unplaced, byReceivedOfVisits("desc"), page));
    }
    return readParts(parts, filter);
  }
  const order = byVisit(direction);
  const filtered = filteredBookings(ctx, filter);
  const placed = filtered
    .innerJoin("visits as placed", (join) =>
      join
        .onRef("placed.booking_id", "=", "bookings.id")
        .on("placed.live", "=", true)
        .on("placed.lead_visit_id", "is", null),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("visits as later")
            .select("later.id")
            .whereRef("later.booking_id", "=", "placed.booking_id")
            .where("later.live", "=", true)
            .where("later.lead_visit_id", "is", null)
            .where(sql<boolean>`(later.starts_at, later.id) > (placed.starts_at, placed.id)`),
        ),
      ),
    );
  const unplaced = filtered.where(({ exists, not, selectFrom }) =>
    not(
      exists(
        selectFrom("visits as placed")
          .select("placed.id")
          .whereRef("placed.booking_id", "=", "bookings.id")
          .where("placed.live", "=", true),
      ),
    ),
  );
  return readParts(
    [(page) => readPage(placed, order, page), (page) => readPage(unplaced, newestFirst, page)],
    filter,
  );
}

/** Bookings without an active target come last, newest first. */
function readByDue(filtered: FilteredBookings, order: Keyset, filter: PageOfBookings) {
  const withTarget = filtered.where(sql<boolean>`${responseDueAt} IS NOT NULL`);
  const others = filtered.where(sql<boolean>`${responseDueAt} IS NULL`);
  return readParts(
    [(page) => readPage(withTarget, order, page), (page) => readPage(others, newestFirst, page)],
    filter,
  );
}

async function countByState(ctx: Ctx): Promise<NonNullable<BookingList["counts"]>> {
  const { rows } = await sql<{ state: BookingState; count: number }>`
    SELECT state, ${countUpTo(sql`SELECT FROM bookings WHERE bookings.state = states.state`)} AS count
    FROM unnest(${[...bookingStates]}::text[]) AS states(state)`.execute(ctx.db);
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ state, count }) => [state, count]));
}
