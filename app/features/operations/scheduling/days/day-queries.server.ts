import { query } from "~/platform/auth/command.server";
import { addDays, dubaiDate } from "~/platform/time";
import type { ClosedDays } from "../views";

/** Past days shown. */
const DAYS_BEHIND = 60;

/** Unpaged: about forty rows a year. */
export const listClosedDays = query(
  "holidays.manage",
  async function listClosedDays(ctx): Promise<ClosedDays> {
    const since = addDays(dubaiDate(ctx.now), -DAYS_BEHIND);
    const [holidays, seasons] = await Promise.all([
      ctx.db
        .selectFrom("public_holidays")
        .select(["day", "name", "tentative", "open"])
        .where("day", ">=", since)
        .orderBy("day")
        .execute(),
      ctx.db.selectFrom("seasons").selectAll().where("last_day", ">=", since).orderBy("first_day").execute(),
    ]);
    return {
      holidays,
      seasons: seasons.map((row) => ({
        id: row.id,
        name: row.name,
        firstDay: row.first_day,
        lastDay: row.last_day,
        shorterByMin: row.shorter_by_min,
      })),
    };
  },
);
