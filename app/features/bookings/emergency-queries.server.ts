import { query } from "~/platform/auth/command.server";
import { addMinutes } from "~/platform/time";
import { getService } from "../catalogue/queries.server";
import { loadRoster } from "../scheduling/roster.server";
import { daysOf, EMERGENCY_FORGOTTEN_MIN, whomToSend } from "./emergency";
import { arrivalAwaited } from "./promise";
import { skillNeeded, tradeName } from "./trade.server";
import type { RunningEmergencies } from "./views";
import "../scheduling/table";
import "./table";

const MOST_SUGGESTIONS = 3;

/** The emergencies on the clock, the oldest first, with whom to send. */
export const listRunningEmergencies = query("bookings.manage", async (ctx): Promise<RunningEmergencies> => {
  const rows = await ctx.db
    .selectFrom("bookings")
    .select([
      "id",
      "reference",
      "state",
      "service_id",
      skillNeeded,
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
        .orderBy("visits.starts_at", "desc")
        .limit(1)
        .as("technician_name"),
    )
    .where("emergency", "=", true)
    .where("state", "in", arrivalAwaited)
    .where("requested_at", ">", addMinutes(ctx.now, -EMERGENCY_FORGOTTEN_MIN))
    .orderBy("requested_at")
    .orderBy("id")
    .execute();
  const emergencies: RunningEmergencies["emergencies"] = [];
  for (const row of rows) {
    const waits = row.technician_name === null;
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
      suggestions: waits
        ? await listWhomToSend(ctx, { serviceId: row.service_id, skillId: row.skill_id, area: row.area })
        : [],
    });
  }
  return { emergencies };
});

/** What decides who can go. */
interface EmergencyPlace {
  serviceId: string;
  /** What whoever goes has to be trained for. */
  skillId: string;
  area: string;
}

/** Who can go to an emergency now, the best first. */
export const listWhomToSend = query(
  "bookings.manage",
  async (
    ctx,
    { serviceId, skillId, area }: EmergencyPlace,
  ): Promise<RunningEmergencies["emergencies"][number]["suggestions"]> => {
    const [service, roster, people] = await Promise.all([
      getService(ctx, serviceId),
      loadRoster(ctx, { serviceId: skillId, ...daysOf(ctx.now) }),
      ctx.db.selectFrom("technicians").select(["id", "phone"]).where("active", "=", true).execute(),
    ]);
    const phones = new Map(people.map(({ id, phone }) => [id, phone]));
    return whomToSend(roster, service, { area, now: ctx.now })
      .slice(0, MOST_SUGGESTIONS)
      .map(({ id, name, isOnCall }) => ({ id, name, phone: phones.get(id) ?? "", onCall: isOnCall }));
  },
);
