import { query } from "~/platform/auth/command.server";
import { getService, type Service } from "../catalogue/queries.server";
import { loadRoster } from "./roster.server";
import { type DaySlots, listSlots, nearbyRange, nearestSlots } from "./slots";

/** The slots of a service from `from` to `to` (Dubai days). An emergency has none: it starts a clock instead. */
export const listAvailability = query(
  "website.use",
  async (ctx, service: Service, from: string, to: string): Promise<DaySlots[]> => {
    if (service.emergency) return [];
    const roster = await loadRoster(ctx, { serviceId: service.id, from, to });
    return listSlots(roster, service, from, to, ctx.now);
  },
);

/** The three free slots nearest to one that has gone. */
export const findNearestSlots = query(
  "website.use",
  async (ctx, serviceId: string, day: string, time: string) => {
    const service = await getService(ctx, serviceId);
    const { from, to } = nearbyRange(day, ctx.now);
    return nearestSlots(await listAvailability(ctx, service, from, to), day, time);
  },
);
