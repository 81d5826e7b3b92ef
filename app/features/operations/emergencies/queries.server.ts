import { query } from "~/platform/auth/command.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { addMinutes } from "~/platform/time";
import { placeInReaderLanguage } from "../../core/geography/community-names";
import { isEmergencyAwaitingArrival } from "../bookings/list/filter-conditions.server";
import { EMERGENCY_MAX_AGE_MIN, undispatchedStates } from "../bookings/response-targets/emergency";
import { bookedServiceName, requiredSkills, tradeName } from "../bookings/work/booked-service.server";
import { isSignedInTechnician } from "../scheduling/technicians/signed-in-technician.server";
import type { Candidate } from "./emergency";
import { readOnCallPages } from "./on-call-pages.server";
import { onCallCandidates } from "./page-on-call.server";
import { suggestTechnicians } from "./suggest-technicians.server";
import type { EmergencyCalls, RunningEmergencies } from "./views";

export const listRunningEmergencies = query(
  "bookings.manage",
  async function listRunningEmergencies(ctx): Promise<RunningEmergencies> {
    const rows = await ctx.db
      .selectFrom("bookings")
      .select([
        "id",
        "reference",
        "state",
        "serviceId",
        requiredSkills,
        tradeName(),
        "contactName",
        "contactPhone",
        "area",
        "address",
        "message",
        "requestedAt",
        "acknowledgedAt",
        "dispatchedAt",
      ])
      .select((eb) =>
        eb
          .selectFrom("visits")
          .innerJoin("technicians", "technicians.id", "visits.technicianId")
          .select("technicians.name")
          .whereRef("visits.bookingId", "=", "bookings.id")
          .where("visits.live", "=", true)
          .where("visits.leadVisitId", "is", null)
          .orderBy("visits.startsAt", "desc")
          .limit(1)
          .as("technicianName"),
      )
      .where(isEmergencyAwaitingArrival(ctx.now))
      .orderBy("requestedAt")
      .orderBy("id")
      .execute();
    const ids = rows.map(({ id }) => id);
    const [people, calls, onCall] = await Promise.all([
      ctx.db.selectFrom("technicians").select(["id", "name", "phone"]).execute(),
      readOnCallPages(ctx, ids),
      onCallCandidates(ctx).where("bookings.id", "=", anyOf(ids)).execute(),
    ]);
    const currentUser = new Map(people.map((person) => [person.id, person]));
    const emergencies: RunningEmergencies["emergencies"] = [];
    for (const row of rows) {
      const paged = calls.filter(({ bookingId }) => bookingId === row.id);
      const declined = paged.filter(({ declinedAt }) => declinedAt).map(({ technicianId }) => technicianId);
      const offered = paged.filter(({ offeredAt }) => offeredAt).map(({ technicianId }) => technicianId);
      const suggested = row.technicianName === null ? await suggestTechnicians(ctx, row) : [];
      emergencies.push({
        id: row.id,
        reference: row.reference,
        state: row.state,
        customerName: row.contactName,
        phone: row.contactPhone,
        area: placeInReaderLanguage(row.area || row.address),
        address: placeInReaderLanguage(row.address),
        tradeName: row.tradeName,
        message: row.message,
        requestedAt: row.requestedAt.toISOString(),
        acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
        dispatchedAt: row.dispatchedAt?.toISOString() ?? null,
        technicianName: row.technicianName,
        paged: paged.map(({ bookingId: _, ...page }) => page),
        lacksOnCall:
          row.technicianName === null && paged.length === 0 && !onCall.some(({ id }) => id === row.id),
        suggestions: suggested
          .filter(({ technicianId }) => !declined.includes(technicianId))
          .map((candidate) => toSuggestion(candidate, offered, currentUser))
          // Offers first, otherwise in their order.
          .sort((a, b) => Number(b.offered) - Number(a.offered)),
      });
    }
    return { emergencies };
  },
);

function toSuggestion(
  { technicianId: id, name, isOnCall, arrivesAt, displaced }: Candidate,
  offered: readonly string[],
  people: ReadonlyMap<string, { phone: string }>,
) {
  const lastEnd = Math.max(...displaced.map(({ endsAt }) => endsAt.getTime()));
  return {
    ...{ id, name, onCall: isOnCall, offered: offered.includes(id), phone: people.get(id)!.phone },
    arrivesAt: arrivesAt.toISOString(),
    displacedVisitIds: displaced.map(({ visitId }) => visitId),
    displacedUntil: displaced.length > 0 ? new Date(lastEnd).toISOString() : null,
  };
}

/** Pages that the signed-in technician can still accept, oldest first. */
export const listEmergencyCalls = query("emergencies.answer", async function listEmergencyCalls(ctx): Promise<
  EmergencyCalls["emergencies"]
> {
  const rows = await ctx.db
    .selectFrom("onCallPages")
    .innerJoin("technicians", "technicians.id", "onCallPages.technicianId")
    .innerJoin("bookings", "bookings.id", "onCallPages.bookingId")
    .innerJoin("services", "services.id", "bookings.serviceId")
    .select(["bookings.id", "reference", "contactName", "contactPhone", "address", "message"])
    .select([bookedServiceName(), "requestedAt", "offeredAt"])
    .where(isSignedInTechnician(ctx))
    .where("declinedAt", "is", null)
    .where("bookings.state", "in", undispatchedStates)
    .where("pagedAt", ">", addMinutes(ctx.now, -EMERGENCY_MAX_AGE_MIN))
    .orderBy("requestedAt")
    .orderBy("bookings.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    serviceName: row.serviceName,
    customerName: row.contactName,
    phone: row.contactPhone,
    address: placeInReaderLanguage(row.address),
    message: row.message,
    requestedAt: row.requestedAt.toISOString(),
    offered: row.offeredAt !== null,
  }));
});
