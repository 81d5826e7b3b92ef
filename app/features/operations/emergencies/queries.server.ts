import { query } from "~/platform/auth/command.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { addMinutes } from "~/platform/time";
import { isEmergencyAwaitingArrival } from "../bookings/list/filter-conditions.server";
import { EMERGENCY_MAX_AGE_MIN, undispatchedStates } from "../bookings/response-targets/emergency";
import { bookedServiceName, requiredSkills, tradeName } from "../bookings/work/booked-service.server";
import { isSignedInTechnician } from "../scheduling/technicians/signed-in-technician.server";
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
        "service_id",
        requiredSkills,
        tradeName,
        "contact_name",
        "contact_phone",
        "area",
        "address",
        "message",
        "requested_at",
        "acknowledged_at",
        "dispatched_at",
      ])
      .select((eb) =>
        eb
          .selectFrom("visits")
          .innerJoin("technicians", "technicians.id", "visits.technician_id")
          .select("technicians.name")
          .whereRef("visits.booking_id", "=", "bookings.id")
          .where("visits.live", "=", true)
          .where("visits.lead_visit_id", "is", null)
          .orderBy("visits.starts_at", "desc")
          .limit(1)
          .as("technician_name"),
      )
      .where(isEmergencyAwaitingArrival(ctx.now))
      .orderBy("requested_at")
      .orderBy("id")
      .execute();
    const [people, calls] = await Promise.all([
      ctx.db.selectFrom("technicians").select(["id", "name", "phone"]).execute(),
      ctx.db
        .selectFrom("on_call_pages")
        .select(["booking_id", "technician_id", "declined_at"])
        .where("booking_id", "=", anyOf(rows.map(({ id }) => id)))
        .orderBy("paged_at")
        .orderBy("technician_id")
        .execute(),
    ]);
    const currentUser = new Map(people.map((person) => [person.id, person]));
    const emergencies: RunningEmergencies["emergencies"] = [];
    for (const row of rows) {
      const paged = calls.filter(({ booking_id }) => booking_id === row.id);
      const declined = paged
        .filter(({ declined_at }) => declined_at)
        .map(({ technician_id }) => technician_id);
      const suggested =
        row.technician_name === null
          ? await suggestTechnicians(ctx, { serviceId: row.service_id, skills: row.skills, area: row.area })
          : [];
      emergencies.push({
        id: row.id,
        reference: row.reference,
        state: row.state,
        customerName: row.contact_name,
        phone: row.contact_phone,
        area: row.area || row.address,
        address: row.address,
        tradeName: row.trade_name,
        message: row.message,
        requestedAt: row.requested_at.toISOString(),
        acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
        dispatchedAt: row.dispatched_at?.toISOString() ?? null,
        technicianName: row.technician_name,
        paged: paged.map(({ technician_id, declined_at }) => ({
          name: currentUser.get(technician_id)!.name,
          declined: declined_at !== null,
        })),
        suggestions: suggested
          .filter(({ id }) => !declined.includes(id))
          .map(({ id, name, isOnCall }) => ({
            id,
            name,
            phone: currentUser.get(id)!.phone,
            onCall: isOnCall,
          })),
      });
    }
    return { emergencies };
  },
);

/** Pages that the signed-in technician can still accept, oldest first. */
export const listEmergencyCalls = query("emergencies.answer", async function listEmergencyCalls(ctx): Promise<
  EmergencyCalls["emergencies"]
> {
  const rows = await ctx.db
    .selectFrom("on_call_pages")
    .innerJoin("technicians", "technicians.id", "on_call_pages.technician_id")
    .innerJoin("bookings", "bookings.id", "on_call_pages.booking_id")
    .innerJoin("services", "services.id", "bookings.service_id")
    .select(["bookings.id", "reference", "contact_name", "contact_phone", "address", "message"])
    .select([bookedServiceName, "requested_at"])
    .where(isSignedInTechnician(ctx))
    .where("declined_at", "is", null)
    .where("bookings.state", "in", undispatchedStates)
    .where("paged_at", ">", addMinutes(ctx.now, -EMERGENCY_MAX_AGE_MIN))
    .orderBy("requested_at")
    .orderBy("bookings.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    serviceName: row.service_name,
    customerName: row.contact_name,
    phone: row.contact_phone,
    address: row.address,
    message: row.message,
    requestedAt: row.requested_at.toISOString(),
  }));
});
