import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import { addMinutes, dubaiDate } from "~/platform/time";
import { type VatRate, vatPercentOn } from "~/platform/uae/vat";
import { getBookingTerms } from "../../core/business/queries.server";
import { listChargedVat } from "../../core/business/vat-rates.server";
import { placeInReaderLanguage } from "../../core/geography/community-names";
import { findDelayedStart } from "../scheduling/roster.server";
import { actualVisitInstants } from "../scheduling/visit-time";
import { estimateArrival } from "./arrival-estimate/arrival-estimate.server";
import {
  correctedFields,
  hasExpiredHold,
  isPastCutOff,
  isTimeNotHeld,
  isVisibleToCustomer,
  type Transition,
  validateReschedule,
  validateTransition,
  withoutUndoneConfirmations,
} from "./booking";
import { customerVisibleCorrections, listCorrections } from "./corrections/corrections.server";
import { canConfirmContact } from "./policy";
import { type BookingRecord, nextVisitOf } from "./read-booking.server";
import { isVisitConfirmable, visitConfirmedAt } from "./reminders/visit-reminder";
import type { BookingView } from "./views";
import { isMultiDayJob, jobStart, multiDayVisits } from "./visits/multi-day";
import { parseVisitChange } from "./visits/visit-change";

export async function loadArrival(
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
  if (visit?.state !== "scheduled" || !visit.technicianId) return null;
  const { technicianId, startsAt, area } = visit;
  return (await findDelayedStart(ctx, { technicianId, startsAt, area }))?.toISOString() ?? null;
}

/** Reasons of other transitions are internal, such as an overridden warning. */
const reasonVisibleToCustomer: ReadonlySet<string> = new Set<Transition>(["decline", "cancel", "hold"]);

type Corrections = Awaited<ReturnType<typeof listCorrections>>;

export async function correctionsOf(ctx: Ctx, { booking, entries }: BookingRecord): Promise<Corrections> {
  return entries.some(({ detail }) => detail.corrected) ? listCorrections(ctx, booking) : new Map();
}

export async function loadTerms(ctx: Ctx) {
  const [{ cutOffHours }, vatRates] = await Promise.all([getBookingTerms(ctx), listChargedVat(ctx)]);
  return { cutOffHours, vatRates };
}

export function viewOf(
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
  const visits = record.visits.map((row) => ({ ...row, multiDay: row.multiDay, startsAt: row.startsAt }));
  const days = multiDayVisits(visits);
  const confirmedAt = visit && visitConfirmedAt(entries, visit.startsAt);
  const agreedStart = jobStart(visits, visit && { startsAt: visit.startsAt });
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
    serviceId: booking.serviceId,
    serviceName: booking.serviceName,
    tradeName: booking.tradeName,
    tradeId: booking.tradeId,
    emergency: booking.emergency,
    customerName: booking.contactName,
    address: placeInReaderLanguage(booking.address),
    preferredDate: booking.preferredDate,
    preferredTime: booking.preferredTime?.slice(0, 5) ?? null,
    preferredTechnicianName: booking.preferredTechnician?.name ?? null,
    preferredTechnicianAvailable: booking.preferredTechnician?.availability === "available",
    message: booking.message,
    photos,
    durationMin: booking.durationMin ?? booking.serviceMin,
    bufferMin: booking.bufferMin ?? booking.serviceBufferMin,
    lines,
    contract: record.contract,
    estimateFils: booking.estimateFils,
    answeredAt: ctx.now.toISOString(),
    vatPercent: vatPercentOn(vatRates, dubaiDate(visit?.startsAt ?? ctx.now)),
    requestedAt: booking.requestedAt.toISOString(),
    contactDueAt: booking.contactDueAt?.toISOString() ?? null,
    visit: visit
      ? {
          ...actualVisitInstants(visit),
          state: visit.state,
          technicianName: visit.state === "held" ? null : visit.technicianName,
          helperNames: visit.state === "held" ? [] : visit.helpers.map((row) => row.technicianName),
        }
      : null,
    days: days.map((day) => ({ ...actualVisitInstants(day), state: day.state })),
    onTheWay,
    delayedUntil,
    heldUntil: visit?.heldUntil?.toISOString() ?? null,
    contactConfirmed: booking.contactConfirmedAt !== null,
    canConfirmContact:
      Boolean(visit?.heldUntil) &&
      booking.contactConfirmedAt === null &&
      canConfirmContact(ctx.actor, booking),
    holdExpired: hasExpiredHold(booking, visit),
    timeNotHeld: isTimeNotHeld(booking, visit),
    emailed: null,
    moveEmailed: null,
    ownLink: null,
    hasEmail: booking.contactEmail !== null && !booking.emailUndeliverable,
    visitConfirmedAt: confirmedAt?.toISOString() ?? null,
    canConfirmVisit: visit != null && confirmedAt === null && isVisitConfirmable(booking, visit, ctx.now),
    canCancel: cancel.ok,
    canReschedule:
      !isMultiDayJob(booking, visits) &&
      validateReschedule({ ...asCustomer, emergency: booking.emergency }).ok,
    onHold:
      booking.state === "on_hold"
        ? {
            reason: entries.findLast(({ event }) => event === "hold")?.reason ?? "",
            continueOn: booking.continueOn,
          }
        : null,
    changeDeadline:
      visit && hasCutOff
        ? {
            at: addMinutes(agreedStart ?? visit.startsAt, -cutOffHours * 60).toISOString(),
            hasPassed: isPastCutOff(asCustomer),
          }
        : null,
    timeline: withoutUndoneConfirmations(entries)
      .filter(({ event }) => isVisibleToCustomer(event))
      .map((entry) => ({
        ...timelineEntryOf(entry),
        startsAt: parseVisitChange(entry.event, entry.detail)?.startsAt ?? null,
        ...(entry.detail.corrected
          ? { corrections: customerVisibleCorrections(corrections.get(entry.fromVersion) ?? []) }
          : {}),
        reason: reasonVisibleToCustomer.has(entry.event) ? entry.reason : null,
      })),
  };
}

/** Optional, because most entries have none and a failed check is slow. */
const correctedList = z.optional(z.array(z.enum(correctedFields)));

export function timelineEntryOf(
  entry: BookingRecord["entries"][number],
): Omit<BookingView["timeline"][number], "startsAt"> {
  const corrected = z.safeParse(correctedList, entry.detail.corrected);
  return {
    event: entry.event,
    toState: entry.toState,
    at: entry.at.toISOString(),
    reason: entry.reason,
    ...(corrected.data ? { corrected: corrected.data } : {}),
  };
}
