import type { Ctx } from "~/platform/context";
import { listOpeningHours } from "../business/queries.server";
import { listMenu } from "../catalogue/queries.server";
import { listHolidaysAhead } from "../scheduling/day-queries.server";
import type { Menu } from "./booking-lines";

/** What can be booked today, and when the office is open: all that a price is counted from. */
export async function readMenu(ctx: Ctx): Promise<Menu> {
  const [items, week, closedDays] = await Promise.all([
    listMenu(ctx),
    listOpeningHours(ctx),
    listHolidaysAhead(ctx),
  ]);
  return { items, opening: { week, closedDays } };
}
