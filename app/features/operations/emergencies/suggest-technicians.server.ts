import { query } from "~/platform/auth/command.server";
import { getService } from "../../core/catalogue/queries.server";
import { loadRoster } from "../scheduling/roster.server";
import { rankCandidates, rosterDays } from "./emergency";

export interface EmergencyCriteria {
  serviceId: string;
  /** Required training. */
  skills: readonly string[];
  area: string;
}

const MAX_SUGGESTIONS = 3;

export const suggestTechnicians = query(
  "bookings.manage",
  async function suggestTechnicians(ctx, { serviceId, skills, area }: EmergencyCriteria) {
    const [service, roster] = await Promise.all([
      getService(ctx, serviceId),
      loadRoster(ctx, { skills, ...rosterDays(ctx.now) }),
    ]);
    return rankCandidates(roster, service, { area, now: ctx.now }).slice(0, MAX_SUGGESTIONS);
  },
);
