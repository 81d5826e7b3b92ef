import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { memoizeInTransaction } from "~/platform/database/transaction.server";
import { isInMonthsSince } from "~/platform/events/trail.server";
import { currentLocale } from "~/platform/locale/locale";
import { addMinutes } from "~/platform/time";
import { getBookingTerms } from "../../../../core/business/queries.server";
import { findFinalPrice } from "../../../../finance/payments/customer-documents.server";
import { estimateArrival } from "../../../../operations/bookings/arrival-estimate/arrival-estimate.server";
import {
  type BookingState,
  type VisitState,
  validateReschedule,
  validateTransition,
} from "../../../../operations/bookings/booking";
import { listLines } from "../../../../operations/bookings/lines/lines.server";
import type { BookingLineView } from "../../../../operations/bookings/lines/views";
import { isMultiDayJob, jobStart, multiDayVisits } from "../../../../operations/bookings/visits/multi-day";
import { bookedServiceName } from "../../../../operations/bookings/work/booked-service.server";
import { otherCrewNames } from "../../../../operations/scheduling/crew.server";
import { actualVisitTime } from "../../../../operations/scheduling/visit-time";

/** Current facts of a booking for emails. */
export interface BookingFacts {
  id: string;
  reference: string;
  /** Number of times that the link was revoked. */
  linkNo: number;
  state: BookingState;
  version: number;
  serviceName: string;
  emergency: boolean;
  /** Trade of an emergency; null if unknown. */
  tradeId: string | null;
  customerId: string;
  customerName: string;
  company: string | null;
  email: string | null;
  /** The owner of the address booked with an account or confirmed it by an emailed link. */
  isEmailConfirmed: boolean;
  phone: string;
  address: string;
  area: string;
  message: string;
  /** Language of the request. */
  language: string;
  preferredDate: string | null;
  preferredTime: string | null;
  lines: BookingLineView[];
  /** AED incl. VAT, in fils; null if the price needs a survey. */
  estimateFils: number | null;
  /** Invoiced price, AED incl. VAT, in fils; null before the invoice of the work is issued. */
  finalFils: number | null;
  online: OnlineChanges;
  requestedAt: Date;
  /** Deadlines before this instant have passed. */
  readAt: Date;
  /** Deadline for the office to contact the customer; null for phone bookings. */
  contactDueAt: Date | null;
  acknowledgedAt: Date | null;
  paged: PagedTechnician[];
  /** The requested visit if live, else the one in progress, another live one, or the last one. */
  visit: VisitFacts | null;
  /** Days of a multi-day job in order; empty for a single visit. */
  days: DayFacts[];
  /** Planned and removed days of a multi-day job, current days first; empty for a single visit. */
  plannedDays: { startsAt: Date; endsAt: Date; isCurrent: boolean }[];
}

export interface OnlineChanges {
  canCancel: boolean;
  canReschedule: boolean;
  /**
   * Cut-off before the visit; null without a visit and for requests, which can be withdrawn until
   * confirmation.
   */
  until: Date | null;
}

export interface DayFacts {
  id: string;
  startsAt: Date;
  endsAt: Date;
  /** Lead technician and helpers. */
  technicianIds: string[];
}

export interface PagedTechnician {
  id: string;
  name: string;
  email: string;
  phone: string;
  /** True if the technician can sign in. */
  signsIn: boolean;
  declined: boolean;
}

export interface VisitFacts {
  id: string;
  state: VisitState;
  /** False also for a hold that has ended. */
  live: boolean;
  /** True once a technician has departed. */
  hasStarted: boolean;
  startsAt: Date;
  endsAt: Date;
  technicianId: string | null;
  technicianName: string | null;
  otherCrewNames: string[];
  /** Departure, expected arrival and reported delay of a visit with a technician on the way. */
  onTheWay: { departedAt: Date; expectedAt: Date | null; laterMin: number } | null;
  /** End of the hold; null for confirmed visits. */
  heldUntil: Date | null;
  /** The guest confirmed the email. */
  contactConfirmed: boolean;
}

/** Names in the reader's language. `visitId`: subject of the email, because a booking may have several visits. */
export function getBookingFacts(
  ctx: Ctx,
  bookingId: string,
  visitId: string | null = null,
): Promise<BookingFacts> {
  return memoizeInTransaction(ctx, `booking facts ${currentLocale()} ${bookingId} ${visitId}`, () =>
    readBookingFacts(ctx, bookingId, visitId),
  );
}

async function readBookingFacts(ctx: Ctx, bookingId: string, visitId: string | null): Promise<BookingFacts> {
  const row = await ctx.db
    .selectFrom("bookings")
    .innerJoin("services", "services.id", "bookings.serviceId")
    .leftJoin("customers", "customers.id", "bookings.customerId")
    .leftJoin("users", "users.id", "bookings.userId")
    .selectAll("bookings")
    .select([bookedServiceName(), "customers.company", "users.email as accountEmail"])
    .where("bookings.id", "=", bookingId)
    .executeTakeFirstOrThrow();
  const visit = await ctx.db
    .selectFrom("visits")
    .leftJoin("technicians", "technicians.id", "visits.technicianId")
    .select([
      "visits.id",
      "visits.state",
      "live",
      "startsAt",
      "visits.endsAt",
      "technicianId",
      "departedAt",
      "arrivedAt",
      "visits.endedAt",
      "delayMin",
      "visits.area",
      otherCrewNames,
    ])
    .leftJoin("guestHolds", "guestHolds.visitId", "visits.id")
    .select(["technicians.name as technicianName", "guestHolds.endsAt as heldUntil"])
    .where("bookingId", "=", bookingId)
    // A helper's visit is sent only to the helper.
    .where((eb) => eb.or([eb("visits.leadVisitId", "is", null), eb("visits.id", "=", visitId)]))
    .$if(visitId !== null, (query) =>
      query.orderBy((eb) => eb.and([eb("live", "=", true), eb("visits.id", "=", visitId)]), "desc"),
    )
    .orderBy((eb) => eb("visits.state", "in", ["en_route", "on_site"]), "desc")
    .orderBy("live", "desc")
    .orderBy("visits.createdAt", "desc")
    .orderBy("visits.id")
    .limit(1)
    .executeTakeFirst();
  const isLive = visit?.live === true && !(visit.heldUntil && visit.heldUntil <= ctx.now);
  const { agreedStart, isMultiDay, ...days } = await listDays(ctx, row, isLive ? visit.startsAt : null);
  return {
    id: row.id,
    reference: row.reference,
    linkNo: row.linkVersion,
    state: row.state,
    version: row.version,
    serviceName: row.serviceName,
    emergency: row.emergency,
    tradeId: row.tradeId,
    customerId: row.customerId,
    customerName: row.contactName,
    company: row.company,
    email: row.contactEmail,
    // Without a response target the office took the booking from the customer.
    isEmailConfirmed:
      (row.accountEmail !== null && row.accountEmail === row.contactEmail) ||
      row.contactConfirmedAt !== null ||
      row.contactDueAt === null,
    phone: row.contactPhone,
    address: row.address,
    area: row.area,
    message: row.message,
    language: row.language,
    preferredDate: row.preferredDate,
    preferredTime: row.preferredTime?.slice(0, 5) ?? null,
    lines: await listLines(ctx, bookingId),
    estimateFils: row.estimateFils,
    finalFils: await findFinalPrice(ctx, bookingId),
    online: await onlineChanges(ctx, row, { agreedStart, isMultiDay }),
    requestedAt: row.requestedAt,
    readAt: ctx.now,
    contactDueAt: row.contactDueAt,
    acknowledgedAt: row.acknowledgedAt,
    ...days,
    paged: row.emergency ? await listPaged(ctx, bookingId) : [],
    visit: visit
      ? {
          id: visit.id,
          state: visit.state,
          live: isLive,
          hasStarted: visit.departedAt !== null,
          ...actualVisitTime(visit),
          technicianId: visit.technicianId,
          technicianName: visit.technicianName,
          otherCrewNames: visit.otherCrewNames,
          onTheWay:
            visit.state === "en_route" && visit.departedAt
              ? {
                  departedAt: visit.departedAt,
                  expectedAt: (await estimateArrival(ctx, visit))?.expectedAt ?? null,
                  laterMin: visit.delayMin,
                }
              : null,
          heldUntil: visit.heldUntil,
          contactConfirmed: row.contactConfirmedAt !== null,
        }
      : null,
  };
}

async function onlineChanges(
  ctx: Ctx,
  { state, emergency }: Pick<BookingFacts, "state" | "emergency">,
  { agreedStart, isMultiDay }: { agreedStart: Date | null; isMultiDay: boolean },
): Promise<OnlineChanges> {
  const { cutOffHours } = await getBookingTerms(ctx);
  const asCustomer = {
    state,
    by: "customer",
    now: ctx.now,
    visitStartsAt: agreedStart,
    cutOffHours,
  } as const;
  return {
    canCancel: validateTransition({ ...asCustomer, transition: "cancel" }).ok,
    canReschedule: !isMultiDay && validateReschedule({ ...asCustomer, emergency }).ok,
    until: agreedStart && state !== "requested" ? addMinutes(agreedStart, -cutOffHours * 60) : null,
  };
}

/**
 * `nextStart`: start of the live visit in the email. `agreedStart`: start of the work, from which the cut-off
 * counts.
 */
async function listDays(
  ctx: Ctx,
  { id: bookingId, durationMin }: { id: string; durationMin: number | null },
  nextStart: Date | null,
): Promise<Pick<BookingFacts, "days" | "plannedDays"> & { agreedStart: Date | null; isMultiDay: boolean }> {
  const rows = await ctx.db
    .selectFrom("visits")
    .select(["id", "state", "startsAt", "endsAt", "technicianId", "leadVisitId", "multiDay"])
    .select(["arrivedAt", "endedAt"])
    .where("bookingId", "=", bookingId)
    .orderBy("startsAt")
    .execute();
  const visits = rows
    .filter(({ leadVisitId }) => leadVisitId === null)
    .map((row) => ({ ...row, multiDay: row.multiDay, startsAt: row.startsAt, endsAt: row.endsAt }));
  const days = multiDayVisits(visits).map(({ id, ...visit }) => ({
    id,
    ...actualVisitTime(visit),
    technicianIds: rows
      .filter((row) => row.id === id || (row.leadVisitId === id && row.state !== "cancelled"))
      .flatMap(({ technicianId }) => technicianId ?? []),
  }));
  const hasPlannedDays = visits.some(({ multiDay }) => multiDay);
  const plannedDays = visits.map(({ startsAt, endsAt, state }) => {
    const isCurrent = state !== "cancelled" && state !== "no_access" && state !== "handed_over";
    return { startsAt, endsAt, isCurrent };
  });
  return {
    days,
    isMultiDay: isMultiDayJob({ durationMin }, visits),
    plannedDays: hasPlannedDays ? plannedDays.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) : [],
    agreedStart: jobStart(visits, nextStart && { startsAt: nextStart }) ?? null,
  };
}

async function listPaged(ctx: Ctx, bookingId: string): Promise<PagedTechnician[]> {
  const rows = await ctx.db
    .selectFrom("onCallPages")
    .innerJoin("technicians", "technicians.id", "onCallPages.technicianId")
    .select(["technicians.id", "name", "email", "phone", "userId", "declinedAt"])
    .where("bookingId", "=", bookingId)
    .orderBy("email")
    .execute();
  return rows.map(({ id, name, email, phone, userId, declinedAt }) => ({
    id,
    name,
    email,
    phone,
    signsIn: userId !== null,
    declined: declinedAt !== null,
  }));
}

/** ID of the last departure before an event of the booking. */
export async function findLastDeparture(
  ctx: Ctx,
  before: { id: number; subjectId: string },
): Promise<number | null> {
  const booking = await ctx.db
    .selectFrom("bookings")
    .select("requestedAt")
    .where("id", "=", before.subjectId)
    .executeTakeFirst();
  if (!booking) return null;
  const row = await ctx.db
    .selectFrom("trail")
    .select("id")
    .where("subjectId", "=", before.subjectId)
    .where(isInMonthsSince("trail.id", booking.requestedAt))
    .where("type", "=", "booking.status-changed")
    .where(sql`data ->> 'transition'`, "=", "depart")
    .where("id", "<", before.id)
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row?.id ?? null;
}
