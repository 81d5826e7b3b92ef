import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { anyOf } from "~/platform/lists/any-of.server";
import { addMinutes } from "~/platform/time";
import { getService } from "../../core/catalogue/queries.server";
import { EMERGENCY_ARRIVAL_MIN, isUnderWay } from "../bookings/booking";
import { loadRosterWithVisitIds } from "../scheduling/roster.server";
import { findCandidates, type RosterVisitFacts, rosterDays } from "./emergency";

export interface EmergencyCriteria {
  serviceId: string;
  /** Required training. */
  skills: readonly string[];
  area: string;
  requestedAt: Date;
}

/** All technicians who can arrive by the deadline, best first. */
export const suggestTechnicians = query(
  "bookings.manage",
  async function suggestTechnicians(ctx, { serviceId, skills, area, requestedAt }: EmergencyCriteria) {
    const [service, roster] = await Promise.all([
      getService(ctx, serviceId),
      loadRosterWithVisitIds(ctx, { skills, ...rosterDays(ctx.now) }),
    ]);
    const visitIds = roster.technicians.flatMap(({ visits }) => visits.map(({ id }) => id));
    return findCandidates(roster, await listVisitFacts(ctx, visitIds), service, {
      ...{ area, now: ctx.now },
      deadline: addMinutes(requestedAt, EMERGENCY_ARRIVAL_MIN),
    });
  },
);

async function listVisitFacts(ctx: Ctx, visitIds: string[]): Promise<Map<string, RosterVisitFacts>> {
  const rows = await ctx.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.bookingId")
    .select(["visits.id", "visits.state", "visits.startsAt", "bookings.emergency", "bookings.reference"])
    .where("visits.id", "=", anyOf(visitIds))
    .execute();
  return new Map(
    rows.map(({ id, emergency, reference, startsAt, state }) => [
      id,
      { isUnderWay: isUnderWay({ state }), isEmergency: emergency, reference, startsAt },
    ]),
  );
}
