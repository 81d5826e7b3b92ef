import type { Ctx } from "~/platform/context";
import { addMinutes } from "~/platform/time";
import { readSettings } from "../../../core/business/read-settings.server";
import { expectedArrival, reviseExpectedArrival } from "./arrival-estimate";

export interface VisitEnRoute {
  technician_id: string | null;
  departed_at: Date | null;
  starts_at: Date;
  area: string;
  delay_min: number;
}

export interface ArrivalEstimate {
  firstAt: Date;
  /** Estimate including reported delays; null once no estimate is possible. */
  expectedAt: Date | null;
}

/** Null unless the technician has departed. */
export async function estimateArrival(ctx: Ctx, visit: VisitEnRoute): Promise<ArrivalEstimate | null> {
  const { technician_id: technicianId, departed_at: departedAt, starts_at: startsAt, area } = visit;
  if (!technicianId || !departedAt) return null;
  const [before, zones, { values }] = await Promise.all([
    ctx.db
      .selectFrom("visits")
      .select(["area", "ended_at"])
      .where("technician_id", "=", technicianId)
      .where("starts_at", ">", addMinutes(departedAt, -24 * 60))
      .where("starts_at", "<", addMinutes(departedAt, 24 * 60))
      .where("ended_at", "<=", departedAt)
      .orderBy("ended_at", "desc")
      .limit(1)
      .executeTakeFirst(),
    ctx.db.selectFrom("technician_zones").select("area").where("technician_id", "=", technicianId).execute(),
    readSettings(ctx, "bookings"),
  ]);
  const firstAt = expectedArrival({
    departedAt,
    startsAt,
    area,
    before: before?.ended_at ? { area: before.area, endedAt: before.ended_at } : null,
    zones: zones.map((zone) => zone.area),
    defaultMin: values.defaultTravelMinutes,
  });
  return { firstAt, expectedAt: reviseExpectedArrival(addMinutes(firstAt, visit.delay_min), ctx.now) };
}
