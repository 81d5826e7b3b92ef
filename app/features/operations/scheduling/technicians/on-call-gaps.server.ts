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
    const days = sql`tstzrange(${ctx.now}::timestamptz, ${until}::timestamptz)`;
    const { rows } = await sql<TradeGap>`
    WITH on_call AS (
      SELECT technicians.id, CASE WHEN technicians.on_call THEN multirange(${days})
          ELSE coalesce((SELECT range_agg(during) FROM on_call_shifts
            WHERE technician_id = technicians.id AND during && ${days}), '{}') END
        - coalesce((SELECT range_agg(during) FROM time_off
            WHERE technician_id = technicians.id AND during && ${days}), '{}') AS times
      FROM technicians WHERE technicians.active
    ), rota AS (
      SELECT services.id, ${textInReaderLanguage("services.name")} AS name, services.position,
        coalesce(range_agg(on_call.times), '{}') AS times
      FROM services
      LEFT JOIN technician_skills ON technician_skills.service_id = services.id
      LEFT JOIN on_call ON on_call.id = technician_skills.technician_id
      WHERE services.active AND NOT services.emergency
      GROUP BY services.id
    )
    SELECT name AS trade, lower(gap) AS "startsAt", upper(gap) AS "endsAt"
    FROM rota CROSS JOIN LATERAL (
      SELECT gap FROM unnest(multirange(${days}) - times) AS gap ORDER BY gap LIMIT 1) AS first_gap
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
