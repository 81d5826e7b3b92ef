import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { joinFacts } from "~/platform/locale/join-facts";
import { formatDay } from "~/platform/time";
import { servicesQuery } from "../../../operations/bookings/admin-client";
import { bookingFiguresQuery, funnelFiguresQuery, responseTargetFiguresQuery } from "../admin-client";
import { requestedBookingsPath } from "../links";
import { formatCount, formatShare } from "../numbers";
import type { FiguresQuery } from "../queries.server";
import { chartStep, daysOfStep, listChartSteps, type Range } from "../range";
import type { BookingFigures, ResponseTargetFigures } from "../views";
import { BarList } from "./charts/bar-list";
import { ChartPanel } from "./charts/chart-panel";
import { type Step, StepsChart } from "./charts/steps-chart";
import { QueryState } from "./query-state";

export interface OfQuery {
  query: FiguresQuery;
}

const CHART = "h-72";
export const BOOKINGS_COLOUR = "var(--accent)";

/** Keeps the previous data until the next range has loaded. */
export const keepPrevious = { placeholderData: keepPreviousData };

/** Label of a day or month, such as "22 Nov" or "November 2026". */
export function labelForStep(step: string, range: Range, whole = false): string {
  return formatDay(
    step,
    chartStep(range) === "month" ? (whole ? "month" : "monthAlone") : whole ? "date" : "shortDate",
  );
}

export const stepHead = (range: Range) =>
  chartStep(range) === "day" ? m.reports_col_day() : m.reports_col_month();

/** Names of services by id. */
export function useServiceNames(): (id: string) => string {
  const { data } = useQuery(servicesQuery);
  return (id) =>
    id === "" ? m.reports_no_service() : (data?.find((service) => service.id === id)?.name ?? id);
}

export function WorkCharts({ query }: OfQuery) {
  const bookings = useQuery({ ...bookingFiguresQuery(query), ...keepPrevious });
  return (
    <>
      <div className="grid gap-4 @4xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <QueryState of={bookings} shape={CHART}>
          {(figures) => <BookingsOverTime figures={figures} />}
        </QueryState>
        <QueryState of={bookings} shape={CHART}>
          {(figures) => <BookingsByService figures={figures} />}
        </QueryState>
      </div>
      <div className="grid gap-4 @4xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <ResponseTargets query={query} />
        <Funnel query={query} />
      </div>
    </>
  );
}

function BookingsOverTime({ figures: { range, against, now, before } }: { figures: BookingFigures }) {
  const nameOf = useServiceNames();
  const totals = totalsByStep(now.steps);
  const totalsBefore = totalsByStep(before.steps);
  const stepsBefore = listChartSteps(against);
  const steps = listChartSteps(range).map((step, at): Step => {
    const value = totals.get(step) ?? 0;
    const other = stepsBefore[at];
    const was = other === undefined ? null : (totalsBefore.get(other) ?? 0);
    return {
      label: labelForStep(step, range),
      value,
      before: was,
      words: wordsOf(
        labelForStep(step, range, true),
        formatCount(value),
        was === null ? null : formatCount(was),
      ),
      to: requestedBookingsPath(daysOfStep(step, range)),
    };
  });
  const services = now.services.map(({ key }) => key);
  const of = new Map(now.steps.map(({ step, key, count }) => [`${step} ${key}`, count]));
  return (
    <ChartPanel
      title={m.reports_bookings()}
      definition={m.reports_bookings_definition()}
      name={`bookings-${range.from}-${range.to}`}
      empty={now.total + before.total === 0}
      table={{
        heads: [stepHead(range), m.reports_col_all(), ...services.map(nameOf), m.reports_col_before()],
        rows: listChartSteps(range).map((step, at) => ({
          cells: [
            labelForStep(step, range, true),
            steps[at]!.value,
            ...services.map((service) => of.get(`${step} ${service}`) ?? 0),
            steps[at]!.before ?? null,
          ],
          to: steps[at]!.to,
        })),
        format: formatCount,
      }}
    >
      <StepsChart
        label={m.reports_bookings()}
        steps={steps}
        colour={BOOKINGS_COLOUR}
        as="columns"
        height={330}
        scale={chartStep(range) === "day" ? m.reports_scale_bookings_day() : m.reports_scale_bookings_month()}
      />
    </ChartPanel>
  );
}

export function wordsOf(step: string, value: string, before: string | null): string {
  return before === null
    ? m.reports_step_label({ step, value })
    : m.reports_step_before({ step, value, before });
}

function totalsByStep(steps: BookingFigures["now"]["steps"]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const { step, count } of steps) totals.set(step, (totals.get(step) ?? 0) + count);
  return totals;
}

function BookingsByService({ figures: { range, now, before } }: { figures: BookingFigures }) {
  const nameOf = useServiceNames();
  const was = new Map(before.services.map(({ key, count }) => [key, count]));
  const link = (service: string) => requestedBookingsPath(range, { service });
  return (
    <ChartPanel
      title={m.reports_services()}
      definition={m.reports_bookings_definition()}
      name={`services-${range.from}-${range.to}`}
      empty={now.total === 0}
      table={{
        heads: [m.reports_service(), m.reports_bookings(), m.reports_col_before()],
        rows: now.services.map(({ key, count }) => ({
          cells: [nameOf(key), count, was.get(key) ?? 0],
          to: link(key),
        })),
        format: formatCount,
      }}
    >
      <BarList
        colour={BOOKINGS_COLOUR}
        bars={now.services.map(({ key, count }) => ({
          label: nameOf(key),
          value: count,
          shown: formatCount(count),
          aside: formatShare(count, now.total),
          to: link(key),
        }))}
      />
    </ChartPanel>
  );
}

type ResponseTargetStep = ResponseTargetFigures["now"]["steps"][number];

function ResponseTargets({ query }: OfQuery) {
  const responseTargets = useQuery({ ...responseTargetFiguresQuery(query), ...keepPrevious });
  return (
    <QueryState of={responseTargets} shape={CHART}>
      {({ range, against, now, before }) => {
        const of = new Map(now.steps.map((row) => [row.step, row]));
        const was = new Map(before.steps.map((row) => [row.step, row]));
        const steps = listChartSteps(range);
        const others = listChartSteps(against);
        const line = (
          keptPart: "answerMet" | "arrivalMet",
          late: "answerMissed" | "arrivalMissed",
          what: string,
          target: "answer" | "arrival",
        ) =>
          steps.map((step, at): Step => {
            const partsOf = (row: ResponseTargetStep | undefined) => {
              const part = row?.[keptPart] ?? 0;
              const all = part + (row?.[late] ?? 0);
              return {
                percent: all > 0 ? (100 * part) / all : null,
                words: `${formatShare(part, all)} (${formatCount(all)})`,
              };
            };
            const here = partsOf(of.get(step));
            const other = others[at] === undefined ? null : partsOf(was.get(others[at]));
            return {
              label: labelForStep(step, range),
              value: here.percent,
              before: other?.percent ?? null,
              words: wordsOf(
                joinFacts([what, labelForStep(step, range, true)]),
                here.words,
                other && other.percent !== null ? other.words : null,
              ),
              to: requestedBookingsPath(daysOfStep(step, range), { target }),
            };
          });
        const answered = m.reports_target_answer();
        const reached = m.reports_target_arrival();
        const parts = ["answerMet", "answerMissed", "arrivalMet", "arrivalMissed"] as const;
        const countsOf = (row: ResponseTargetStep | undefined) => parts.map((part) => row?.[part] ?? 0);
        const lines = [
          {
            label: answered,
            steps: line("answerMet", "answerMissed", answered, "answer"),
            colour: "var(--calm)",
          },
          {
            label: reached,
            steps: line("arrivalMet", "arrivalMissed", reached, "arrival"),
            colour: "var(--signal)",
          },
        ];
        return (
          <ChartPanel
            title={m.reports_targets()}
            definition={m.reports_targets_definition()}
            name={`response-targets-${range.from}-${range.to}`}
            empty={now.steps.length + before.steps.length === 0}
            table={{
              heads: [
                stepHead(range),
                `${m.reports_answer()}: ${m.reports_met()}`,
                `${m.reports_answer()}: ${m.reports_missed()}`,
                `${m.reports_target_arrival()}: ${m.reports_met()}`,
                `${m.reports_target_arrival()}: ${m.reports_missed()}`,
              ],
              rows: steps.map((step, at) => {
                const days = daysOfStep(step, range);
                return {
                  cells: [labelForStep(step, range, true), ...countsOf(of.get(step))],
                  before: others[at] === undefined ? parts.map(() => null) : countsOf(was.get(others[at])),
                  links: ["answer-met", "answer-missed", "arrival-met", "arrival-missed"].map((target) =>
                    requestedBookingsPath(days, { target }),
                  ),
                  to: requestedBookingsPath(days),
                };
              }),
              format: formatCount,
            }}
          >
            <div className="flex min-w-0 flex-col gap-4">
              {lines
                .filter(({ steps }) => steps.some(({ value }) => value !== null))
                .map(({ label, steps, colour }, _, { length }) => (
                  <StepsChart
                    key={label}
                    label={label}
                    steps={steps}
                    colour={colour}
                    as="line"
                    max={100}
                    height={length > 1 ? 140 : 280}
                    format={(value) => formatShare(value, 100)}
                    scale={label}
                  />
                ))}
            </div>
          </ChartPanel>
        );
      }}
    </QueryState>
  );
}

function Funnel({ query }: OfQuery) {
  const funnel = useQuery({ ...funnelFiguresQuery(query), ...keepPrevious });
  return (
    <QueryState of={funnel} shape={CHART}>
      {({ range, now, before }) => {
        const sent = (stage: string) => requestedBookingsPath(range, { stage });
        const steps = [
          // Page loads have no rows to link to, and no share: only visitors who agreed are counted.
          { label: m.reports_funnel_visited(), n: now.pageLoads, was: before.pageLoads, to: undefined },
          { label: m.reports_funnel_started(), n: now.formStarts, was: before.formStarts, to: undefined },
          {
            label: m.reports_funnel_submitted(),
            n: now.submitted,
            was: before.submitted,
            to: sent("sent"),
          },
          {
            label: m.reports_funnel_confirmed(),
            n: now.confirmed,
            was: before.confirmed,
            to: sent("accepted"),
          },
          {
            label: m.reports_funnel_completed(),
            n: now.completed,
            was: before.completed,
            to: sent("completed"),
          },
        ];
        return (
          <ChartPanel
            title={m.reports_funnel()}
            definition={m.reports_funnel_definition()}
            name={`funnel-${range.from}-${range.to}`}
            empty={now.pageLoads + now.submitted === 0}
            table={{
              heads: [m.reports_funnel_step(), m.reports_col_count(), m.reports_col_before()],
              rows: steps.map(({ label, n, was, to }) => ({ cells: [label, n, was], to })),
              format: formatCount,
            }}
          >
            <BarList
              colour={BOOKINGS_COLOUR}
              bars={steps
                .filter(({ to }) => to)
                .map(({ label, n, to }) => ({
                  label,
                  to,
                  value: n,
                  shown: formatCount(n),
                  aside: formatShare(n, now.submitted),
                }))}
            />
            <p className="mt-1 text-xs text-muted">{m.reports_funnel_scale()}</p>
            <dl className="figures mt-4 grid grid-cols-2 gap-x-4 border-t border-line pt-3 text-sm">
              {steps
                .filter(({ to }) => !to)
                .map(({ label, n }) => (
                  <div key={label} className="flex flex-col-reverse">
                    <dt className="text-xs text-muted">{label}</dt>
                    <dd className="font-semibold">{formatCount(n)}</dd>
                  </div>
                ))}
            </dl>
          </ChartPanel>
        );
      }}
    </QueryState>
  );
}
