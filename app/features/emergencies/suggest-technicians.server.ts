import { query } from "~/platform/auth/command.server";
import { getService } from "../catalogue/queries.server";
import { loadRoster } from "../scheduling/roster.server";
import { rankCandidates, rosterDays } from "./emergency";

/** What decides who can go to an emergency. */
export interface EmergencyCriteria {
  serviceId: string;
  /** What whoever goes has to be trained for. */
  skills: readonly string[];
  area: string;
}

const MAX_SUGGESTIONS = 3;

/** The few who can go now, the best first. */
export const suggestTechnicians = query(
  "bookings.manage",
  async (ctx, { serviceId, skills, area }: EmergencyCriteria) => {
    const [service, roster] = await Promise.all([
      getService(ctx, serviceId),
      loadRoster(ctx, { skills, ...rosterDays(ctx.now) }),
    ]);
    return rankCandidates(roster, service, { area, now: ctx.now }).slice(0, MAX_SUGGESTIONS);
  },
);
