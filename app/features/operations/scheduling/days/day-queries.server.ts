import { query } from "~/platform/auth/command.server";
import { addDays, dubaiDate } from "~/platform/time";
import type { ClosedDays } from "../views";
import { holidayInReaderLanguage } from "./holiday-names";

/** Past days shown. */
const DAYS_BEHIND = 60;

/** Unpaged: about forty rows a year. */
export const listClosedDays = query(
  "holidays.manage",
  async function listClosedDays(ctx): Promise<ClosedDays> {
    const since = addDays(dubaiDate(ctx.now), -DAYS_BEHIND);
    const [holidays, seasons] = await Promise.all([
      ctx.db
        .selectFrom("publicHolidays")
        .select(["day", "name", "tentative", "open"])
        .where("day", ">=", since)
        .orderBy("day")
        .execute(),
      ctx.db.selectFrom("seasons").selectAll().where("lastDay", ">=", since).orderBy("firstDay").execute(),
    ]);
    return {
      holidays: holidays.map((row) => ({ ...row, name: holidayInReaderLanguage(row.name) })),
      seasons: seasons.map((row) => ({
        id: row.id,
        name: row.name,
        firstDay: row.firstDay,
        lastDay: row.lastDay,
        shorterByMin: row.shorterByMin,
      })),
    };
  },
);
