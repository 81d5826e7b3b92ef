import type { Ctx } from "~/platform/context";
import { addMinutes } from "~/platform/time";
import { isOnCallAt } from "../scheduling/technician-queries.server";
import { EMERGENCY_FORGOTTEN_MIN } from "./emergency";
import { isOffice } from "./policy";
import { arrivalAwaited } from "./promise";
import type { RunningEmergencies } from "./views";
import "../scheduling/table";
import "./table";

/** The emergencies on the clock, the oldest first, and whom to send now; null for anybody but the office. */
export async function listRunningEmergencies(ctx: Ctx): Promise<RunningEmergencies | null> {
  if (!isOffice(ctx.actor)) return null;
  const [rows, onCall] = await Promise.all([
    ctx.db
      .selectFrom("bookings")
      .select([
        "id",
        "reference",
        "state",
        "contact_name",
        "contact_phone",
        "area",
        "address",
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
      .execute(),
    ctx.db
      .selectFrom("technicians")
      .select(["id", "name", "phone"])
      .where("active", "=", true)
      .where(isOnCallAt(ctx.now))
      .orderBy("name")
      .execute(),
  ]);
  return {
    emergencies: rows.map((row) => ({
      id: row.id,
      reference: row.reference,
      state: row.state,
      customerName: row.contact_name,
      phone: row.contact_phone,
      area: row.area || row.address,
      requestedAt: row.requested_at.toISOString(),
      acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
      dispatchedAt: row.dispatched_at?.toISOString() ?? null,
      technicianName: row.technician_name,
    })),
    onCall,
  };
}
