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
import { isOnPage } from "~/platform/lists/search.server";
import { actualVisitInstants } from "../../scheduling/visit-time";
import { type BookingState, bookingStates, hasExpiredHold, isTimeNotHeld } from "../booking";
import type { BookingFilter, BookingListParams } from "../list/booking-filter";
import {
  matchesBookingColumns,
  matchesFilter,
  type SelectiveVisits,
  selectiveVisitQuery,
} from "../list/filter-conditions.server";
import { matchesBooking, matchesFewBookings } from "../list/search.server";
import type { BookingList, BookingRow } from "../list/views";
import { responseDueAt } from "../response-targets/response-due.server";
import { bookedServiceName, tradeName } from "../work/booked-service.server";

type PageOfBookings = BookingListParams & PageParams;

const newestFirst = byReceived("desc");

function byReceived(direction: "asc" | "desc") {
  return keyset(direction, ["instant", "bookings.requestedAt"], ["id", "bookings.id"]);
}

/** Sorts by copied columns of `visits`, so that their index serves any page without a sort. */
function byReceivedOfVisits(direction: "asc" | "desc") {
  return keyset(direction, ["instant", "matching.requestedAt"], ["id", "matching.bookingId"]);
}

function byLastOfVisits(direction: "asc" | "desc") {
  return keyset(direction, ["instant", "matching.lastVisitStart"], ["id", "matching.bookingId"]);
}

function byVisit(direction: "asc" | "desc") {
  return keyset(direction, ["instant", "placed.startsAt"], ["id", "placed.bookingId"]);
}

/** Start of the shown visit, otherwise the preferred time; null without either. */
const neededAt = sql<Date | null>`coalesce(
  (SELECT max(visits.starts_at) FROM visits WHERE visits.booking_id = bookings.id AND visits.live AND visits.lead_visit_id IS NULL),
  (bookings.preferred_date + coalesce(bookings.preferred_time, '00:00')) AT TIME ZONE 'Asia/Dubai')`;

const byNeed = keyset("asc", ["instant", neededAt], ["id", "bookings.id"]);

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
        serviceId: row.serviceId,
        serviceName: row.serviceName,
        tradeName: row.tradeName,
        tradeId: row.tradeId,
        emergency: row.emergency,
        customerName: row.contactName,
        phone: row.contactPhone,
        email: row.contactEmail,
        area: row.area,
        requestedAt: row.requestedAt.toISOString(),
        respondedAt: row.respondedAt?.toISOString() ?? null,
        contactDueAt: row.contactDueAt?.toISOString() ?? null,
        startsAt: visit ? actualVisitInstants(visit).startsAt : null,
        preferredDate: row.preferredDate,
        preferredTime: row.preferredTime?.slice(0, 5) ?? null,
        technicianName: visit?.technicianName ?? null,
        heldUntil: visit?.heldUntil?.toISOString() ?? null,
        contactConfirmed: row.contactConfirmedAt !== null,
        holdExpired: hasExpiredHold(row, visit?.startsAt ?? null),
        timeNotHeld: isTimeNotHeld(row, visit?.startsAt ?? null),
        continueOn: row.state === "on_hold" ? row.continueOn : null,
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
    .innerJoin("services", "services.id", "bookings.serviceId")
    .select([
      "bookings.id",
      "bookings.reference",
      "bookings.state",
      "bookings.version",
      "bookings.serviceId",
      bookedServiceName(),
      tradeName(),
      "bookings.tradeId",
      "bookings.emergency",
      "bookings.contactName",
      "bookings.contactPhone",
      "bookings.contactEmail",
      "bookings.area",
      "bookings.requestedAt",
      "bookings.contactDueAt",
      "bookings.respondedAt",
      "bookings.holdExpiredAt",
      "bookings.contactConfirmedAt",
      "bookings.preferredDate",
      "bookings.preferredTime",
      "bookings.continueOn",
    ]);
}

/**
 * Looked up for one page only: as a join it would run for every matching booking. Filters and order use planned times,
 * which are indexed; rows show the actual time of finished visits.
 */
async function lastVisitsOf(ctx: Ctx, bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return new Map<string, never>();
  const visits = await ctx.db
    .selectFrom("visits")
    .leftJoin("technicians", "technicians.id", "visits.technicianId")
    .leftJoin("guestHolds", "guestHolds.visitId", "visits.id")
    .distinctOn("visits.bookingId")
    .select(["visits.bookingId", "visits.startsAt", "visits.endsAt", "visits.arrivedAt", "visits.endedAt"])
    .select("technicians.name as technicianName")
    .select("guestHolds.endsAt as heldUntil")
    .where("visits.bookingId", "in", bookingIds)
    .where("visits.live", "=", true)
    .where("visits.leadVisitId", "is", null)
    .orderBy("visits.bookingId")
    .orderBy("visits.startsAt", "desc")
    .execute();
  return new Map(visits.map((visit) => [visit.bookingId, visit]));
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

async function readByReceived(ctx: Ctx, direction: "asc" | "desc", filter: PageOfBookings) {
  const selective = selectiveVisitQuery(ctx, filter);
  if (!selective) {
    const { search, ...others } = filter;
    const filtered = filteredBookings(ctx, others);
    const order = byReceived(direction);
    if (!search) return readPage(filtered, order, filter);
    const filters = [sql<boolean>`${matchesFilter(ctx, others)}`];
    const page = { table: "bookings", filters, order, params: filter };
    const { few } = filter;
    const isFound = await isOnPage(ctx.db, page, (lookUp) =>
      few ? matchesFewBookings(search, few, lookUp) : matchesBooking(search, lookUp),
    );
    return readPage(filtered.where(isFound), order, filter);
  }
  const found = bookingsOf(ctx, selective.orderBy("requestedAt", direction), direction, filter);
  return readPage(found, byReceivedOfVisits(direction), filter);
}

/** `visits` is already sorted, so that bookings are read only until the page is full. */
function bookingsOf(ctx: Ctx, visits: SelectiveVisits, direction: "asc" | "desc", filter: BookingFilter) {
  return bookingRows(ctx)
    .innerJoin(visits.orderBy("bookingId", direction).as("matching"), "matching.bookingId", "bookings.id")
    .where(matchesBookingColumns(ctx, filter));
}

/** Bookings without a visit come last, newest first. */
function readByVisit(ctx: Ctx, direction: "asc" | "desc", filter: PageOfBookings) {
  const selective = selectiveVisitQuery(ctx, filter);
  if (selective) {
    const placed = bookingsOf(
      ctx,
      selective.where("matching.lastVisitStart", "is not", null).orderBy("lastVisitStart", direction),
      direction,
      filter,
    );
    const parts = [(page: PageParams) => readPage(placed, byLastOfVisits(direction), page)];
    if (filter.dates === "arrived") {
      const cancelledVisits = selective
        .where("matching.lastVisitStart", "is", null)
        .orderBy("requestedAt", "desc");
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
        .onRef("placed.bookingId", "=", "bookings.id")
        .on("placed.live", "=", true)
        .on("placed.leadVisitId", "is", null),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("visits as later")
            .select("later.id")
            .whereRef("later.bookingId", "=", "placed.bookingId")
            .where("later.live", "=", true)
            .where("later.leadVisitId", "is", null)
            .where(sql<boolean>`(later.starts_at, later.id) > (placed.starts_at, placed.id)`),
        ),
      ),
    );
  const unplaced = filtered.where(({ exists, not, selectFrom }) =>
    not(
      exists(
        selectFrom("visits as placed")
          .select("placed.id")
          .whereRef("placed.bookingId", "=", "bookings.id")
          .where("placed.live", "=", true),
      ),
    ),
  );
  return readParts(
    [(page) => readPage(placed, order, page), (page) => readPage(unplaced, newestFirst, page)],
    filter,
  );
}

/**
 * Bookings without an active target come last, newest first. Unassigned work is sorted by the time when it needs its
 * technician, because its few rows need no index.
 */
function readByDue(filtered: FilteredBookings, order: Keyset, filter: PageOfBookings) {
  const withTarget = filtered.where(sql<boolean>`${responseDueAt} IS NOT NULL`);
  const others = filtered.where(sql<boolean>`${responseDueAt} IS NULL`);
  const parts = [(page: PageParams) => readPage(withTarget, order, page)];
  if (filter.unassigned) {
    parts.push(
      (page) => readPage(others.where(sql<boolean>`${neededAt} IS NOT NULL`), byNeed, page),
      (page) => readPage(others.where(sql<boolean>`${neededAt} IS NULL`), newestFirst, page),
    );
  } else parts.push((page) => readPage(others, newestFirst, page));
  return readParts(parts, filter);
}

async function countByState(ctx: Ctx): Promise<NonNullable<BookingList["counts"]>> {
  const { rows } = await sql<{ state: BookingState; count: number }>`
    SELECT state, ${countUpTo(sql`SELECT FROM bookings WHERE bookings.state = states.state`)} AS count
    FROM unnest(${[...bookingStates]}::text[]) AS states(state)`.execute(ctx.db);
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ state, count }) => [state, count]));
}
