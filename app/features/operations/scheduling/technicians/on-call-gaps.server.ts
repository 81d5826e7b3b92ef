import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { addMinutes } from "~/platform/time";
import type { OnCallGaps } from "../views";

/** Days from now on that the office plans for. */
const DAYS = 7;

interface TradeGap {
  trade: string;
  /** Trades with the same first gap are listed together. */
  startsAt: Date;
  endsAt: Date;
}

/**
 * First time in the next days without a technician on call, by trade: no technician would be paged for an emergency in
 * that trade (emergencies/page-on-call.server.ts).
 */
export const listOnCallGaps = query(
  "technicians.read",
  async function listOnCallGaps(ctx): Promise<OnCallGaps> {
    const until = addMinutes(ctx.now, DAYS * 24 * 60);
    const { rows } = await sql<TradeGap>`
    WITH rota AS (
      SELECT services.id, ${textInReaderLanguage("services.name")} AS name, services.position, bool_or(technicians.on_call) AS always,
        coalesce(range_agg(on_call_shifts.during) FILTER (WHERE on_call_shifts.id IS NOT NULL), '{}') AS shifts
      FROM services
      LEFT JOIN technician_skills ON technician_skills.service_id = services.id
      LEFT JOIN technicians ON technicians.id = technician_skills.technician_id AND technicians.active
      LEFT JOIN on_call_shifts ON on_call_shifts.technician_id = technicians.id
        AND on_call_shifts.during && tstzrange(${ctx.now}::timestamptz, ${until}::timestamptz)
      WHERE services.active AND NOT services.emergency
      GROUP BY services.id
    )
    SELECT name AS trade, lower(gap) AS "startsAt", upper(gap) AS "endsAt"
    FROM rota CROSS JOIN LATERAL (
      SELECT gap FROM unnest(multirange(tstzrange(${ctx.now}::timestamptz, ${until}::timestamptz)) - shifts) AS gap
      ORDER BY gap LIMIT 1) AS first_gap
    WHERE always IS NOT true
    ORDER BY lower(gap), position, id`.execute(ctx.db);
    const byTime = Map.groupBy(rows, ({ startsAt, endsAt }) => `${startsAt.getTime()} ${endsAt.getTime()}`);
    return {
      days: DAYS,
      gaps: [...byTime.values()].map((same) => {
        const { startsAt, endsAt } = same[0]!;
        const isWhole = startsAt.getTime() === ctx.now.getTime() && endsAt.getTime() === until.getTime();
        return {
          trades: same.map(({ trade }) => trade),
          startsAt: isWhole ? null : startsAt.toISOString(),
          endsAt: isWhole ? null : endsAt.toISOString(),
        };
      }),
    };
  },
);
