import { sql } from "kysely";
import * as z from "zod/mini";
import { query } from "~/platform/auth/command.server";
import { may } from "~/platform/auth/permissions";
import type { Ctx } from "~/platform/context";
import { listFilesOf, type StoredFile } from "~/platform/files/files.server";
import { UPLOADED_PICTURE } from "~/platform/files/files-api.server";
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
import { addMinutes, dubaiDate } from "~/platform/time";
import { type VatRate, vatPercentOn } from "~/platform/vat";
import { getBookingTerms } from "../../core/business/queries.server";
import { listChargedVat } from "../../core/business/vat.server";
import { findDelayedStart, loadRoster } from "../scheduling/roster.server";
import {
  countVisitsOn,
  findPlacementWarnings,
  isInZone,
  isOnCall,
  toTimeSlot,
  travelFromPreviousVisit,
} from "../scheduling/slots";
import { isSignedInTechnician } from "../scheduling/technicians/signed-in-technician.server";
import { effectiveVisitInstants } from "../scheduling/visit-time";
import { estimateArrival } from "./arrival-estimate/arrival-estimate.server";
import {
  availableTransitions,
  type BookingState,
  bookingStates,
  contactChannels,
  correctedFields,
  currentVisit,
  hasExpiredHold,
  isPastCutOff,
  isPlanned,
  isVisibleToCustomer,
  type Transition,
  type VisitState,
  validateReschedule,
  validateTransition,
} from "./booking";
import { customerVisibleCorrections, listCorrections } from "./corrections/corrections.server";
import { labelForConflicts } from "./labels";
import { listLines } from "./lines/lines.server";
import { openAsCustomer } from "./link/booking-link.server";
import type { BookingFilter, BookingListParams } from "./list/booking-filter";
import {
  matchesBookingColumns,
  matchesFilter,
  type SelectiveVisits,
  selectiveVisitQuery,
} from "./list/filter-conditions.server";
import { actingRole, isActionableByTechnician } from "./policy";
import { preferredTechnicianColumn } from "./preferred-technician.server";
import { responseDueAt } from "./response-targets/response-due.server";
import type {
  BookingDetail,
  BookingList,
  BookingRow,
  BookingView,
  TechnicianChoice,
  VisitChangeView,
} from "./views";
import { jobStart, multiDayVisits } from "./visits/multi-day";
import { parseVisitChange, type RecordedChange } from "./visits/visit-change";
import { bookedServiceName, requiredSkills } from "./work/booked-service.server";
import { loadServiceWithTimes } from "./work/service-times.server";
import { findVisibleContract } from "./work/under-contract.server";

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

type BookingRecord = NonNullable<Awaited<ReturnType<typeof readBooking>>>;

async function readBooking(ctx: Ctx, by: { id: string } | { reference: string }) {
  const booking = await ctx.db
    .selectFrom("bookings")
    .innerJoin("services", "services.id", "bookings.service_id")
    .selectAll("bookings")
    .select([
      bookedServiceName,
      requiredSkills,
      preferredTechnicianColumn,
      "services.duration_min as service_min",
      "services.buffer_min as service_buffer_min",
    ])
    .$if("id" in by, (rows) => rows.where("bookings.id", "=", "id" in by ? by.id : ""))
    .$if("reference" in by, (rows) =>
      rows.where("bookings.reference", "=", "reference" in by ? by.reference : ""),
    )
    .executeTakeFirst();
  if (!booking) return null;
  const [rows, entries, photos, lines, contract] = await Promise.all([
    ctx.db
      .selectFrom("visits")
      .leftJoin("technicians", "technicians.id", "visits.technician_id")
      .leftJoin("unconfirmed_holds", "unconfirmed_holds.visit_id", "visits.id")
      .selectAll("visits")
      .select(["technicians.name as technician_name", "unconfirmed_holds.ends_at as held_until"])
      .where("visits.booking_id", "=", booking.id)
      .orderBy("visits.starts_at")
      .execute(),
    ctx.db
      .selectFrom("timeline_entries")
      .selectAll()
      .where("booking_id", "=", booking.id)
      .orderBy("id")
      .execute(),
    ctx.db
      .selectFrom("booking_photos")
      .select("file_id as id")
      .where("booking_id", "=", booking.id)
      .orderBy("position")
      .execute(),
    listLines(ctx, booking.id),
    findVisibleContract(ctx, booking),
  ]);
  const helpers = Map.groupBy(
    rows.filter(({ state }) => state !== "cancelled"),
    ({ lead_visit_id }) => lead_visit_id,
  );
  const visits = rows
    .filter(({ lead_visit_id }) => lead_visit_id === null)
    .map((visit) => ({
      ...visit,
      // A database constraint guarantees that helpers have a technician.
      helpers: (helpers.get(visit.id) ?? []).map((row) => ({
        id: row.id,
        technicianId: row.technician_id!,
        technicianName: row.technician_name!,
      })),
    }));
  return { booking, visits, entries, photos, lines, contract };
}

/** Null if the booking must look nonexistent to the actor. */
export const findBooking = query(
  "website.open-link",
  async function findBooking(ctx, by: { id: string } | { reference: string }): Promise<BookingView | null> {
    const record = await readBooking(ctx, by);
    if (!record || !actingRole(ctx.actor, ownerOf(record), ctx.now)) return null;
    const [terms, corrections, arrival, emailed] = await Promise.all([
      loadTerms(ctx),
      correctionsOf(ctx, record),
      loadArrival(ctx, record),
      isConfirmationEmailed(ctx, record.booking),
    ]);
    return { ...viewOf(ctx, record, { ...terms, ...arrival }, corrections), emailed };
  },
);

/** A running worker queues the confirmation within this time, in minutes. */
const EMAIL_AWAITED_MIN = 1;

async function isConfirmationEmailed(
  ctx: Ctx,
  { id, state, contact_email, requested_at }: BookingRecord["booking"],
): Promise<boolean | null> {
  if (state !== "requested") return null;
  if (contact_email === null) return false;
  const mail = await ctx.db
    .selectFrom("mails")
    .innerJoin("trail", "trail.id", "mails.trail_id")
    .select("mails.state")
    .where("trail.subject_id", "=", id)
    .where("trail.type", "=", "booking.requested")
    .where("mails.recipient", "=", contact_email)
    .executeTakeFirst();
  if (mail) return mail.state !== "failed";
  return ctx.now < addMinutes(requested_at, EMAIL_AWAITED_MIN) ? null : false;
}

export interface BookingOfLink {
  booking: BookingView | null;
  /** The key was right, but the link has expired. */
  linkExpired: boolean;
}

export const findBookingOfLink = query(
  "website.open-link",
  async function findBookingOfLink(
    ctx,
    config: { secret: string },
    { reference, key }: { reference: string; key: string },
  ): Promise<BookingOfLink> {
    const opened = await openAsCustomer(ctx, config, reference, key);
    if (opened.isExpired) return { booking: null, linkExpired: true };
    return { booking: await findBooking(opened.ctx, { reference }), linkExpired: false };
  },
);

export const findPhoto = query(
  "bookings.take-part",
  async function findPhoto(ctx, bookingId: string, photoId: string): Promise<StoredFile | null> {
    if (!(await canSeeBooking(ctx, bookingId))) return null;
    const files = await listFilesOf(ctx, bookingId);
    return files.find(({ id, kind }) => id === photoId && kind === UPLOADED_PICTURE) ?? null;
  },
);

async function canSeeBooking(ctx: Ctx, bookingId: string): Promise<boolean> {
  if (may(ctx.actor, "bookings.read")) return true;
  const booking = await ctx.db
    .selectFrom("bookings")
    .select(["id", "user_id"])
    .where("id", "=", bookingId)
    .executeTakeFirst();
  if (!booking) return false;
  if (actingRole(ctx.actor, { id: booking.id, userId: booking.user_id }, ctx.now)) return true;
  const visits = await ctx.db
    .selectFrom("visits")
    .innerJoin("technicians", "technicians.id", "visits.technician_id")
    .select(["visits.state", "visits.starts_at"])
    .where("visits.booking_id", "=", bookingId)
    .where(isSignedInTechnician(ctx))
    .execute();
  return visits.some(({ state, starts_at }) =>
    isActionableByTechnician({ state, startsAt: starts_at }, ctx.now),
  );
}

export const findBookingDetail = query(
  "bookings.read",
  async function findBookingDetail(ctx, id: string): Promise<BookingDetail | null> {
    const record = await readBooking(ctx, { id });
    if (!record) return null;
    const { booking, visits, entries } = record;
    const terms = await loadTerms(ctx);
    const changes = entries.map(({ event, detail }) => parseVisitChange(event, detail));
    const [nameOf, corrections, arrival, propertyBookings] = await Promise.all([
      loadTechnicianNames(ctx, changes),
      correctionsOf(ctx, record),
      loadArrival(ctx, record),
      listPropertyBookings(ctx, booking),
    ]);
    return {
      ...viewOf(ctx, record, { ...terms, ...arrival }, corrections),
      customerId: booking.customer_id,
      preferredTechnician: booking.preferred_technician,
      crewSize: booking.crew_size,
      propertyBookings,
      ...(await listLinked(ctx, booking)),
      email: booking.contact_email,
      phone: booking.contact_phone,
      addressParts: booking.address_parts,
      respondedAt: booking.responded_at?.toISOString() ?? null,
      acknowledgedAt: booking.acknowledged_at?.toISOString() ?? null,
      dispatchedAt: booking.dispatched_at?.toISOString() ?? null,
      arrivedAt: booking.arrived_at?.toISOString() ?? null,
      visits: visits.map((visit) => ({
        id: visit.id,
        state: visit.state,
        ...effectiveVisitInstants(visit),
        technicianId: visit.technician_id,
        technicianName: visit.technician_name,
        multiDay: visit.multi_day,
        crewSize: visit.crew_size,
        helpers: visit.helpers,
      })),
      timeline: entries.map((entry, index) => ({
        ...timelineEntryOf(entry),
        change: changeView(changes[index] ?? null, nameOf),
        corrections: entry.detail.corrected ? (corrections.get(entry.from_version) ?? []) : [],
        actorName: entry.actor_name,
        actorRole: entry.actor_role,
        ...(entry.detail.forTechnician === true ? { forTechnician: true as const } : {}),
        channel: contactChannels.find((channel) => channel === entry.detail.channel) ?? null,
      })),
      availableTransitions: may(ctx.actor, "bookings.manage")
        ? availableTransitions("office", {
            state: booking.state,
            now: ctx.now,
            visitStartsAt: nextVisitOf(record)?.starts_at,
          })
        : [],
    };
  },
);

async function loadTechnicianNames(ctx: Ctx, changes: readonly (RecordedChange | null)[]) {
  const ids = changes.flatMap((change) =>
    Object.values(change?.technicianId ?? {}).filter((id) => id !== null),
  );
  if (ids.length === 0) return () => null;
  const rows = await ctx.db.selectFrom("technicians").select(["id", "name"]).where("id", "in", ids).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id: string | null) => (id === null ? null : (names.get(id) ?? null));
}

function changeView(
  change: RecordedChange | null,
  nameOf: (technicianId: string | null) => string | null,
): VisitChangeView | null {
  if (!change) return null;
  const { technicianId, startsAt, minutes } = change;
  return {
    technicianName: technicianId && {
      before: nameOf(technicianId.before),
      after: nameOf(technicianId.after),
    },
    startsAt,
    minutes,
  };
}

const MAX_PROPERTY_BOOKINGS = 5;

async function listPropertyBookings(ctx: Ctx, booking: { id: string; property_id: string }) {
  const rows = await ctx.db
    .selectFrom("bookings")
    .innerJoin("services", "services.id", "bookings.service_id")
    .select([
      "bookings.id",
      "bookings.reference",
      "bookings.state",
      "bookings.requested_at",
      bookedServiceName,
    ])
    .where("bookings.property_id", "=", booking.property_id)
    .where("bookings.id", "<>", booking.id)
    .orderBy("bookings.requested_at", "desc")
    .orderBy("bookings.id", "desc")
    .limit(MAX_PROPERTY_BOOKINGS + 1)
    .execute();
  return {
    bookings: rows
      .slice(0, MAX_PROPERTY_BOOKINGS)
      .map(({ id, reference, state, service_name, requested_at }) => ({
        ...{ id, reference, state, serviceName: service_name, at: requested_at.toISOString() },
      })),
    hasMore: rows.length > MAX_PROPERTY_BOOKINGS,
  };
}

async function listLinked(ctx: Ctx, booking: { id: string; warranty_of_id: string | null }) {
  const linked = await ctx.db
    .selectFrom("bookings")
    .select(["id", "reference", "state"])
    .where((eb) => eb.or([eb("warranty_of_id", "=", booking.id), eb("id", "=", booking.warranty_of_id)]))
    .orderBy("requested_at")
    .execute();
  return {
    warrantyOf: linked.find(({ id }) => id === booking.warranty_of_id) ?? null,
    warrantyVisits: linked.filter(({ id }) => id !== booking.warranty_of_id),
  };
}

/** Free technicians first, then on call, preferred, in zone, fewest visits. */
export const listTechnicianChoices = query(
  "bookings.manage",
  async function listTechnicianChoices(
    ctx,
    bookingId: string,
    { day, time, visitId }: { day: string; time: string; visitId?: string },
  ): Promise<TechnicianChoice[] | null> {
    const record = await readBooking(ctx, { id: bookingId });
    if (!record) return null;
    const { service_id: serviceId, duration_min: durationMin, buffer_min: bufferMin } = record.booking;
    const service = await loadServiceWithTimes(ctx, { serviceId, durationMin, bufferMin });
    const visit = visitId ? record.visits.find(({ id }) => id === visitId) : nextVisitOf(record);
    const crew = [visit?.technician_id, ...(visit?.helpers.map(({ technicianId }) => technicianId) ?? [])];
    const roster = await loadRoster(ctx, {
      skills: record.booking.skills,
      from: day,
      to: day,
      includeUnavailable: true,
      excludedVisitId: visit?.id,
    });
    const timeSlot = toTimeSlot({ ...service, ...plannedDuration(visit) }, day, time);
    return roster.technicians
      .map((technician) => {
        const { area, emergency } = record.booking;
        const warnings = findPlacementWarnings(technician, roster, timeSlot, {
          area,
          now: ctx.now,
          emergency,
          currentTechnicianId: crew.includes(technician.id) ? technician.id : null,
        });
        return {
          id: technician.id,
          name: technician.name,
          free: warnings.length === 0,
          conflictText: warnings.length > 0 ? labelForConflicts(warnings) : null,
          canOverride: warnings.length > 0 && !warnings.includes("busy"),
          inZone: isInZone(technician, area),
          travel: travelFromPreviousVisit(technician, timeSlot, area),
          onCall: emergency && isOnCall(technician, timeSlot),
          visitsThatDay: countVisitsOn(technician, timeSlot),
          isPreferred: technician.id === record.booking.preferred_technician_id,
        };
      })
      .sort(
        (a, b) =>
          Number(b.free) - Number(a.free) ||
          Number(b.onCall) - Number(a.onCall) ||
          Number(b.isPreferred) - Number(a.isPreferred) ||
          Number(b.inZone) - Number(a.inZone) ||
          a.visitsThatDay - b.visitsThatDay,
      );
  },
);

/** A resized visit keeps its length at any other time. */
function plannedDuration(visit: { state: VisitState; starts_at: Date; ends_at: Date } | null | undefined) {
  if (!visit || !isPlanned(visit)) return {};
  return { durationMin: (visit.ends_at.getTime() - visit.starts_at.getTime()) / 60_000 };
}

function ownerOf({ booking }: BookingRecord) {
  return { id: booking.id, userId: booking.user_id };
}

/** The visit under way or ahead, otherwise the last live one. */
function nextVisitOf({ visits }: BookingRecord) {
  const current = currentVisit(visits.map((visit) => ({ ...visit, startsAt: visit.starts_at })));
  return current ?? visits.findLast((visit) => visit.live);
}

async function loadArrival(
  ctx: Ctx,
  record: BookingRecord,
): Promise<Pick<BookingView, "onTheWay" | "delayedUntil">> {
  const [onTheWay, delayedUntil] = await Promise.all([
    loadArrivalEstimate(ctx, record),
    findDelayedUntil(ctx, record),
  ]);
  return { onTheWay, delayedUntil };
}

async function loadArrivalEstimate(ctx: Ctx, record: BookingRecord): Promise<BookingView["onTheWay"]> {
  const visit = nextVisitOf(record);
  const arrival = visit?.state === "en_route" ? await estimateArrival(ctx, visit) : null;
  return (
    arrival && {
      firstAt: arrival.firstAt.toISOString(),
      expectedAt: arrival.expectedAt?.toISOString() ?? null,
    }
  );
}

async function findDelayedUntil(ctx: Ctx, record: BookingRecord): Promise<string | null> {
  const visit = nextVisitOf(record);
  if (visit?.state !== "scheduled" || !visit.technician_id) return null;
  const { technician_id: technicianId, starts_at: startsAt, area } = visit;
  return (await findDelayedStart(ctx, { technicianId, startsAt, area }))?.toISOString() ?? null;
}

/** Reasons of other transitions are internal, such as an overridden warning. */
const reasonVisibleToCustomer: ReadonlySet<string> = new Set<Transition>(["decline", "cancel", "hold"]);

type Corrections = Awaited<ReturnType<typeof listCorrections>>;

async function correctionsOf(ctx: Ctx, { booking, entries }: BookingRecord): Promise<Corrections> {
  return entries.some(({ detail }) => detail.corrected) ? listCorrections(ctx, booking.id) : new Map();
}

async function loadTerms(ctx: Ctx) {
  const [{ cutOffHours }, vatRates] = await Promise.all([getBookingTerms(ctx), listChargedVat(ctx)]);
  return { cutOffHours, vatRates };
}

function viewOf(
  ctx: Ctx,
  record: BookingRecord,
  {
    cutOffHours,
    vatRates,
    onTheWay,
    delayedUntil,
  }: { cutOffHours: number; vatRates: VatRate[] } & Pick<BookingView, "onTheWay" | "delayedUntil">,
  corrections: Corrections,
): BookingView {
  const { booking, entries, photos, lines } = record;
  const visit = nextVisitOf(record);
  const visits = record.visits.map((row) => ({ ...row, multiDay: row.multi_day, startsAt: row.starts_at }));
  const days = multiDayVisits(visits);
  const agreedStart = jobStart(visits, visit && { startsAt: visit.starts_at });
  const asCustomer = {
    state: booking.state,
    by: "customer" as const,
    now: ctx.now,
    visitStartsAt: agreedStart,
    cutOffHours,
  };
  const cancel = validateTransition({ ...asCustomer, transition: "cancel" });
  // Once en route, cancelling is blocked by the state rather than the cut-off.
  const hasCutOff = cancel.ok || cancel.reason === "too-late";
  return {
    id: booking.id,
    reference: booking.reference,
    state: booking.state,
    version: booking.version,
    serviceId: booking.service_id,
    serviceName: booking.service_name,
    tradeId: booking.trade_id,
    emergency: booking.emergency,
    customerName: booking.contact_name,
    address: booking.address,
    preferredDate: booking.preferred_date,
    preferredTime: booking.preferred_time?.slice(0, 5) ?? null,
    preferredTechnicianName: booking.preferred_technician?.name ?? null,
    preferredTechnicianAvailable: booking.preferred_technician?.availability === "available",
    message: booking.message,
    photos,
    durationMin: booking.duration_min ?? booking.service_min,
    bufferMin: booking.buffer_min ?? booking.service_buffer_min,
    lines,
    contract: record.contract,
    estimateFils: booking.estimate_fils,
    answeredAt: ctx.now.toISOString(),
    vatPercent: vatPercentOn(vatRates, dubaiDate(visit?.starts_at ?? ctx.now)),
    requestedAt: booking.requested_at.toISOString(),
    contactDueAt: booking.contact_due_at?.toISOString() ?? null,
    visit: visit
      ? {
          ...effectiveVisitInstants(visit),
          state: visit.state,
          technicianName: visit.state === "held" ? null : visit.technician_name,
          helperNames: visit.state === "held" ? [] : visit.helpers.map((row) => row.technicianName),
        }
      : null,
    days: days.map((day) => ({ ...effectiveVisitInstants(day), state: day.state })),
    onTheWay,
    delayedUntil,
    heldUntil: visit?.held_until?.toISOString() ?? null,
    holdExpired: hasExpiredHold(booking, visit),
    emailed: null,
    canCancel: cancel.ok,
    canReschedule:
      days.length === 0 && validateReschedule({ ...asCustomer, emergency: booking.emergency }).ok,
    changeDeadline:
      visit && hasCutOff
        ? {
            at: addMinutes(agreedStart ?? visit.starts_at, -cutOffHours * 60).toISOString(),
            hasPassed: isPastCutOff(asCustomer),
          }
        : null,
    timeline: entries
      .filter(({ event }) => isVisibleToCustomer(event))
      .map((entry) => ({
        ...timelineEntryOf(entry),
        startsAt: parseVisitChange(entry.event, entry.detail)?.startsAt ?? null,
        ...(entry.detail.corrected
          ? { corrections: customerVisibleCorrections(corrections.get(entry.from_version) ?? []) }
          : {}),
        reason: reasonVisibleToCustomer.has(entry.event) ? entry.reason : null,
      })),
  };
}

const correctedList = z.array(z.enum(correctedFields));

function timelineEntryOf(
  entry: BookingRecord["entries"][number],
): Omit<BookingView["timeline"][number], "startsAt"> {
  const corrected = z.safeParse(correctedList, entry.detail.corrected);
  return {
    event: entry.event,
    toState: entry.to_state,
    at: entry.at.toISOString(),
    reason: entry.reason,
    ...(corrected.success ? { corrected: corrected.data } : {}),
  };
}
