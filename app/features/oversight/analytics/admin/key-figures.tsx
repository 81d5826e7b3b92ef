import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { formatMinutes } from "~/ui/hooks/duration";
import { bookingFiguresQuery, responseTargetFiguresQuery, workFiguresQuery } from "../admin-client";
import { finishedBookingsPath, requestedBookingsPath, visitedBookingsPath } from "../links";
import { formatCount, formatShare } from "../numbers";
import { listChartSteps, type Range } from "../range";
import type { ResponseTargetFigures, WorkFigures } from "../views";
import { FigureTile, type Trend } from "./figure-tile";
import { QueryState } from "./query-state";
import { keepPrevious, type OfQuery } from "./work-figures";

/** Shares to reach (docs/domain.md, "Analytics"). */
const targets = { answer: 0.95, arrival: 0.9, firstTime: 0.95, utilisation: 0.7 } as const;

const TILE = "h-48";

const share = (part: number, of: number) => (of > 0 ? part / of : null);

/** The four figures of service quality, each with its trend and target. */
export function KeyFigures({ query }: OfQuery) {
  const responseTargets = useQuery({ ...responseTargetFiguresQuery(query), ...keepPrevious });
  const work = useQuery({ ...workFiguresQuery(query), ...keepPrevious });
  const duration = (minutes: number | null) => (minutes === null ? "–" : formatMinutes(minutes));
  return (
    <>
      <QueryState of={responseTargets} shape={TILE}>
        {({ range, now, before }) => (
          <FigureTile
            label={m.reports_answer()}
            definition={m.reports_answer_definition()}
            value={duration(now.answer.medianMin)}
            to={requestedBookingsPath(range, { target: "answer" })}
            now={now.answer.medianMin}
            before={before.answer.medianMin}
            was={duration(before.answer.medianMin)}
            lessIsBetter
            trend={trendOfTarget(range, now, "answer")}
          >
            <span className="flex flex-wrap gap-x-2">
              {now.answer.p90Min !== null && (
                <span>{m.reports_answer_p90({ time: formatMinutes(now.answer.p90Min) })}</span>
              )}
              <span>
                {m.reports_answer_in_time({
                  share: formatShare(now.answer.met, now.answer.met + now.answer.missed),
                })}
              </span>
            </span>
          </FigureTile>
        )}
      </QueryState>
      <QueryState of={responseTargets} shape={TILE}>
        {({ range, now, before: { arrival: before } }) => (
          <FigureTile
            label={m.reports_arrival()}
            definition={m.reports_arrival_definition()}
            value={formatShare(now.arrival.met, now.arrival.met + now.arrival.missed)}
            to={requestedBookingsPath(range, { target: "arrival" })}
            now={share(now.arrival.met, now.arrival.met + now.arrival.missed)}
            before={share(before.met, before.met + before.missed)}
            was={formatShare(before.met, before.met + before.missed)}
            isShare
            trend={trendOfTarget(range, now, "arrival")}
          >
            {now.arrival.medianMin !== null &&
              m.reports_arrival_median({ time: formatMinutes(now.arrival.medianMin) })}
          </FigureTile>
        )}
      </QueryState>
      <QueryState of={work} shape={TILE}>
        {({ range, now, before }) => (
          <FigureTile
            label={m.reports_first_time()}
            definition={m.reports_first_time_definition()}
            value={formatShare(now.finishedVisits - now.warrantyReturns, now.finishedVisits)}
            to={finishedBookingsPath(range, now.warrantyReturns > 0 ? { callback: "yes" } : {})}
            now={share(now.finishedVisits - now.warrantyReturns, now.finishedVisits)}
            before={share(before.finishedVisits - before.warrantyReturns, before.finishedVisits)}
            was={formatShare(before.finishedVisits - before.warrantyReturns, before.finishedVisits)}
            isShare
            trend={trendOfWork(now, targets.firstTime, ({ finishedVisits, warrantyReturns }) =>
              share(finishedVisits - warrantyReturns, finishedVisits),
            )}
          >
            {m.reports_first_time_note({
              count: formatCount(now.warrantyReturns),
              all: formatCount(now.finishedVisits),
            })}
          </FigureTile>
        )}
      </QueryState>
      <QueryState of={work} shape={TILE}>
        {({ range, now, before }) => (
          <FigureTile
            label={m.reports_utilisation()}
            definition={m.reports_utilisation_definition()}
            value={formatShare(now.bookedSec, now.shiftSec)}
            to={visitedBookingsPath(range)}
            now={share(now.bookedSec, now.shiftSec)}
            before={share(before.bookedSec, before.shiftSec)}
            was={formatShare(before.bookedSec, before.shiftSec)}
            isShare
            trend={trendOfWork(now, targets.utilisation, ({ bookedSec, shiftSec }) =>
              share(bookedSec, shiftSec),
            )}
          >
            {m.reports_utilisation_note({ booked: hours(now.bookedSec), shift: hours(now.shiftSec) })}
          </FigureTile>
        )}
      </QueryState>
    </>
  );
}

const hours = (seconds: number) => formatCount(Math.round(seconds / 3600));

/** Share of the requests of each step that met the response target. */
function trendOfTarget(range: Range, now: ResponseTargetFigures["now"], target: "answer" | "arrival"): Trend {
  const of = new Map(now.steps.map((row) => [row.step, row]));
  const { met, missed } = now[target];
  return {
    share: share(met, met + missed),
    shares: listChartSteps(range).map((step) => {
      const row = of.get(step);
      const metInStep = row?.[`${target}Met`] ?? 0;
      return share(metInStep, metInStep + (row?.[`${target}Missed`] ?? 0));
    }),
    target: targets[target],
  };
}

function trendOfWork(
  now: WorkFigures["now"],
  target: number,
  shareOf: (row: Omit<WorkFigures["now"], "steps">) => number | null,
): Trend {
  return { share: shareOf(now), shares: now.steps.map(shareOf), target };
}

export function BookingsTile({ query }: OfQuery) {
  const bookings = useQuery({ ...bookingFiguresQuery(query), ...keepPrevious });
  return (
    <QueryState of={bookings} shape="h-29">
      {({ range, now, before }) => (
        <FigureTile
          label={m.reports_bookings()}
          definition={m.reports_bookings_definition()}
          value={formatCount(now.total)}
          to={requestedBookingsPath(range)}
          now={now.total}
          before={before.total}
          was={formatCount(before.total)}
        />
      )}
    </QueryState>
  );
}
