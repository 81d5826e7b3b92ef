import { m } from "~/paraglide/messages";
import { query } from "~/platform/auth/command.server";
import { may } from "~/platform/auth/permissions";
import type { Ctx } from "~/platform/context";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { findCustomerLanguage } from "../../../core/customers/customer-language.server";
import { effectiveVisitInstants } from "../../scheduling/visit-time";
import { availableTransitions, contactChannels } from "../booking";
import { correctionsOf, loadArrival, loadTerms, timelineEntryOf, viewOf } from "../booking-view.server";
import { nextVisitOf, readBooking } from "../read-booking.server";
import type { VisitChangeView } from "../visits/views";
import { parseVisitChange, type RecordedChange } from "../visits/visit-change";
import { bookedServiceName } from "../work/booked-service.server";
import { messageTexts } from "./message-texts";
import type { BookingDetail } from "./views";

export const findBookingDetail = query(
  "bookings.read",
  async function findBookingDetail(ctx, id: string): Promise<BookingDetail | null> {
    const record = await readBooking(ctx, { id });
    if (!record) return null;
    const { booking, visits, entries } = record;
    const terms = await loadTerms(ctx);
    const changes = entries.map(({ event, detail }) => parseVisitChange(event, detail));
    const [nameOf, corrections, arrival, propertyBookings, language] = await Promise.all([
      loadTechnicianNames(ctx, changes),
      correctionsOf(ctx, record),
      loadArrival(ctx, record),
      listPropertyBookings(ctx, booking),
      findCustomerLanguage(ctx, booking.customerId),
    ]);
    const shownVisits = visits.map((visit) => ({
      id: visit.id,
      state: visit.state,
      ...effectiveVisitInstants(visit),
      technicianId: visit.technicianId,
      technicianName: visit.technicianName,
      multiDay: visit.multiDay,
      crewSize: visit.crewSize,
      helpers: visit.helpers,
    }));
    const { reference, state, contactName: customerName } = booking;
    return {
      ...viewOf(ctx, record, { ...terms, ...arrival }, corrections),
      ...inLocale(localeOrDefault(language), () => ({
        messageTexts: messageTexts({ customerName, reference, state, visits: shownVisits }),
        mailSubject: m.office_bookings_mail_subject({ reference }),
      })),
      customerId: booking.customerId,
      language,
      preferredTechnician: booking.preferredTechnician,
      crewSize: booking.crewSize,
      propertyBookings,
      ...(await listLinked(ctx, booking)),
      email: booking.contactEmail,
      emailUndeliverable: booking.emailUndeliverable,
      phone: booking.contactPhone,
      addressParts: booking.addressParts,
      respondedAt: booking.respondedAt?.toISOString() ?? null,
      acknowledgedAt: booking.acknowledgedAt?.toISOString() ?? null,
      dispatchedAt: booking.dispatchedAt?.toISOString() ?? null,
      arrivedAt: booking.arrivedAt?.toISOString() ?? null,
      visits: shownVisits,
      timeline: entries.map((entry, index) => ({
        ...timelineEntryOf(entry),
        change: changeView(changes[index] ?? null, nameOf),
        corrections: entry.detail.corrected ? (corrections.get(entry.fromVersion) ?? []) : [],
        actorName: entry.actorName,
        actorRole: entry.actorRole,
        ...(entry.detail.forTechnician === true ? { forTechnician: true as const } : {}),
        continueOn: typeof entry.detail.continueOn === "string" ? entry.detail.continueOn : null,
        channel: contactChannels.find((channel) => channel === entry.detail.channel) ?? null,
      })),
      availableTransitions: may(ctx.actor, "bookings.manage")
        ? availableTransitions("office", {
            state: booking.state,
            now: ctx.now,
            visitStartsAt: nextVisitOf(record)?.startsAt,
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

async function listPropertyBookings(ctx: Ctx, booking: { id: string; propertyId: string }) {
  const rows = await ctx.db
    .selectFrom("bookings")
    .innerJoin("services", "services.id", "bookings.serviceId")
    .select([
      "bookings.id",
      "bookings.reference",
      "bookings.state",
      "bookings.requestedAt",
      bookedServiceName(),
    ])
    .where("bookings.propertyId", "=", booking.propertyId)
    .where("bookings.id", "<>", booking.id)
    .orderBy("bookings.requestedAt", "desc")
    .orderBy("bookings.id", "desc")
    .limit(MAX_PROPERTY_BOOKINGS + 1)
    .execute();
  return {
    bookings: rows
      .slice(0, MAX_PROPERTY_BOOKINGS)
      .map(({ id, reference, state, serviceName, requestedAt }) => ({
        ...{ id, reference, state, serviceName, at: requestedAt.toISOString() },
      })),
    hasMore: rows.length > MAX_PROPERTY_BOOKINGS,
  };
}

async function listLinked(ctx: Ctx, booking: { id: string; warrantyOfId: string | null }) {
  const linked = await ctx.db
    .selectFrom("bookings")
    .select(["id", "reference", "state"])
    .where((eb) => eb.or([eb("warrantyOfId", "=", booking.id), eb("id", "=", booking.warrantyOfId)]))
    .orderBy("requestedAt")
    .execute();
  return {
    warrantyOf: linked.find(({ id }) => id === booking.warrantyOfId) ?? null,
    warrantyVisits: linked.filter(({ id }) => id !== booking.warrantyOfId),
  };
}
