import type { Ctx } from "~/platform/context";
import { addMinutes } from "~/platform/time";
import { readSettings } from "../../../core/business/read-settings.server";
import { expectedArrival, reviseExpectedArrival } from "./arrival-estimate";

export interface VisitEnRoute {
  technicianId: string | null;
  departedAt: Date | null;
  startsAt: Date;
  area: string;
  delayMin: number;
}

export interface ArrivalEstimate {
  firstAt: Date;
  /** Estimate including reported delays; null once no estimate is possible. */
  expectedAt: Date | null;
}

/** Null unless the technician has departed. */
export async function estimateArrival(ctx: Ctx, visit: VisitEnRoute): Promise<ArrivalEstimate | null> {
  const { technicianId, departedAt, startsAt, area } = visit;
  if (!technicianId || !departedAt) return null;
  const [before, zones, { values }] = await Promise.all([
    ctx.db
      .selectFrom("visits")
      .select(["area", "endedAt"])
      .where("technicianId", "=", technicianId)
      .where("startsAt", ">", addMinutes(departedAt, -24 * 60))
      .where("startsAt", "<", addMinutes(departedAt, 24 * 60))
      .where("endedAt", "<=", departedAt)
      .orderBy("endedAt", "desc")
      .limit(1)
      .executeTakeFirst(),
    ctx.db.selectFrom("technicianZones").select("area").where("technicianId", "=", technicianId).execute(),
    readSettings(ctx, "bookings"),
  ]);
  const firstAt = expectedArrival({
    departedAt,
    startsAt,
    area,
    before: before?.endedAt ? { area: before.area, endedAt: before.endedAt } : null,
    zones: zones.map((zone) => zone.area),
    defaultMin: values.defaultTravelMinutes,
  });
  return { firstAt, expectedAt: reviseExpectedArrival(addMinutes(firstAt, visit.delayMin), ctx.now) };
}
