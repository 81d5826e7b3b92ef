import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatExactMoney, formatMoney } from "~/platform/money";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { ageingQuery } from "../../../finance/invoices/admin-client";
import { labelForAgeingBucket } from "../../../finance/invoices/labels";
import { ageingBuckets, amountInBucket } from "../../../finance/invoices/office/invoice-filter";
import { NO_SERVICE } from "../../../finance/ledger/ledger";
import { NO_AREA } from "../../../operations/bookings/list/booking-filter";
import { quoteFiguresQuery, revenueFiguresQuery } from "../admin-client";
import { invoicedLinesPath, openInvoicesPath, revenueEntriesPath, sentQuotesPath } from "../links";
import { formatCount, formatShare, formatShort } from "../numbers";
import { chartStep, daysOfStep, listChartSteps } from "../range";
import { BarList } from "./charts/bar-list";
import { ChartPanel } from "./charts/chart-panel";
import { type Step, StepsChart } from "./charts/steps-chart";
import { FigureTile } from "./figure-tile";
import { QueryState } from "./query-state";
import { keepPrevious, labelForStep, type OfQuery, stepHead, useServiceNames, wordsOf } from "./work-figures";

const COLOUR = "var(--calm)";
/** Bars shown; the table has all. */
const SHOWN = 8;

/** Invoiced amount and revenue. */
export function RevenueTiles({ query }: OfQuery) {
  const revenue = useQuery({ ...revenueFiguresQuery(query), ...keepPrevious });
  const readsBooks = useMay("books.read");
  const tiles = [
    {
      part: "invoiced",
      label: m.reports_invoiced(),
      definition: m.reports_invoiced_definition(),
      rowsOf: invoicedLinesPath,
    },
    {
      part: "revenue",
      label: m.reports_revenue(),
      definition: m.reports_revenue_definition(),
      rowsOf: readsBooks ? revenueEntriesPath : undefined,
    },
  ] as const;
  return tiles.map(({ part, label, definition, rowsOf }) => (
    <QueryState key={part} of={revenue} shape="h-29">
      {({ range, now, before }) => (
        <FigureTile
          label={label}
          definition={definition}
          value={formatMoney(now[part].fils)}
          to={rowsOf?.(range)}
          now={now[part].fils}
          before={before[part].fils}
          was={formatMoney(before[part].fils)}
        />
      )}
    </QueryState>
  ));
}

export function QuotesTile({ query }: OfQuery) {
  const quotes = useQuery({ ...quoteFiguresQuery(query), ...keepPrevious });
  const mayRead = useMay("quotes.read");
  return (
    <QueryState of={quotes} shape="h-29">
      {({ range, now, before }) => (
        <FigureTile
          label={m.reports_quotes()}
          definition={m.reports_quotes_definition()}
          value={formatShare(now.won, now.won + now.lost)}
          to={mayRead ? sentQuotesPath(range, { outcome: "won" }) : undefined}
          now={now.won + now.lost > 0 ? now.won / (now.won + now.lost) : null}
          before={before.won + before.lost > 0 ? before.won / (before.won + before.lost) : null}
          was={formatShare(before.won, before.won + before.lost)}
          isShare
        >
          {m.reports_quotes_note({
            won: formatCount(now.won),
            lost: formatCount(now.lost),
            open: formatCount(now.open),
          })}
        </FigureTile>
      )}
    </QueryState>
  );
}

const toDirhams = (value: number) => formatExactMoney(Math.round(value * 100));

export function RevenueCharts({ query }: OfQuery) {
  const revenue = useQuery({ ...revenueFiguresQuery(query), ...keepPrevious });
  const nameOf = useServiceNames();
  const readsBooks = useMay("books.read");
  return (
    <QueryState of={revenue} shape="h-72">
      {({ range, against, now, before }) => {
        const of = new Map(now.invoiced.steps.map(({ step, fils }) => [step, fils]));
        const was = new Map(before.invoiced.steps.map(({ step, fils }) => [step, fils]));
        const others = listChartSteps(against);
        const steps = listChartSteps(range).map((step, at): Step => {
          const value = of.get(step) ?? 0;
          const other = others[at] === undefined ? null : (was.get(others[at]) ?? 0);
          return {
            label: labelForStep(step, range),
            value: value / 100,
            before: other === null ? null : other / 100,
            words: wordsOf(
              labelForStep(step, range, true),
              formatExactMoney(value),
              other === null ? null : formatExactMoney(other),
            ),
            to: invoicedLinesPath(daysOfStep(step, range)),
          };
        });
        const parts = [
          {
            title: m.reports_invoiced_services(),
            definition: m.reports_invoiced_definition(),
            head: m.reports_service(),
            column: m.reports_invoiced(),
            name: "invoiced-services",
            shares: now.invoiced.services,
            earlier: before.invoiced.services,
            wordOf: nameOf,
            rowsOf: (service: string) => invoicedLinesPath(range, { service: service || NO_SERVICE }),
          },
          {
            title: m.reports_invoiced_areas(),
            definition: m.reports_invoiced_definition(),
            head: m.reports_area(),
            column: m.reports_invoiced(),
            name: "invoiced-areas",
            shares: now.invoiced.areas,
            earlier: before.invoiced.areas,
            wordOf: (area: string) => (area ? placeInReaderLanguage(area) : m.reports_no_area()),
            rowsOf: (area: string) => invoicedLinesPath(range, { area: area || NO_AREA }),
          },
          {
            title: m.reports_revenue_services(),
            definition: m.reports_revenue_definition(),
            head: m.reports_service(),
            column: m.reports_revenue(),
            name: "revenue-services",
            shares: now.revenue.services,
            earlier: before.revenue.services,
            wordOf: nameOf,
            rowsOf: (service: string) =>
              readsBooks ? revenueEntriesPath(range, { service: service || NO_SERVICE }) : undefined,
          },
        ];
        return (
          <div className="grid gap-4 @4xl:grid-cols-3">
            <ChartPanel
              title={m.reports_invoiced()}
              definition={m.reports_invoiced_definition()}
              name={`invoiced-${range.from}-${range.to}`}
              className="col-span-full"
              empty={now.invoiced.steps.length + before.invoiced.steps.length === 0}
              table={{
                heads: [stepHead(range), m.reports_invoiced(), m.reports_col_before()],
                rows: steps.map(({ value, before, to }, at) => ({
                  cells: [labelForStep(listChartSteps(range)[at]!, range, true), value, before ?? null],
                  to,
                })),
                format: toDirhams,
              }}
            >
              <StepsChart
                label={m.reports_invoiced()}
                steps={steps}
                colour={COLOUR}
                as="columns"
                height={300}
                format={formatShort}
                scale={
                  chartStep(range) === "day"
                    ? m.reports_scale_invoiced_day()
                    : m.reports_scale_invoiced_month()
                }
              />
            </ChartPanel>
            {parts.map(({ title, definition, head, column, name, shares, earlier, wordOf, rowsOf }) => {
              const wasOf = new Map(earlier.map(({ key, count }) => [key, count]));
              return (
                <ChartPanel
                  key={name}
                  title={title}
                  definition={definition}
                  name={`${name}-${range.from}-${range.to}`}
                  empty={shares.length === 0}
                  table={{
                    heads: [head, column, m.reports_col_before()],
                    rows: shares.map(({ key, count }) => ({
                      cells: [wordOf(key), count / 100, (wasOf.get(key) ?? 0) / 100],
                      to: rowsOf(key),
                    })),
                    format: toDirhams,
                  }}
                >
                  <BarList
                    colour={COLOUR}
                    bars={shares.slice(0, SHOWN).map(({ key, count }) => ({
                      label: wordOf(key),
                      value: count,
                      shown: formatMoney(count),
                      to: rowsOf(key),
                    }))}
                  />
                </ChartPanel>
              );
            })}
          </div>
        );
      }}
    </QueryState>
  );
}

/** Ageing has no range, because it is as of now. */
export function CurrentAgeing() {
  const ageing = useQuery(ageingQuery);
  return (
    <QueryState of={ageing} shape="h-40">
      {(found) => {
        const bars = ageingBuckets.map((age) => ({
          label: labelForAgeingBucket(age),
          fils: amountInBucket(found, age),
          to: openInvoicesPath(age),
        }));
        return (
          <ChartPanel
            title={m.reports_ageing()}
            definition={m.reports_ageing_definition()}
            name="ageing"
            empty={bars.every(({ fils }) => fils === 0)}
            table={{
              heads: [m.reports_age(), m.reports_owed()],
              rows: bars.map(({ label, fils, to }) => ({ cells: [label, fils / 100], to })),
              format: toDirhams,
            }}
          >
            <BarList
              colour="var(--control)"
              bars={bars.map(({ label, fils, to }) => ({
                label,
                value: fils,
                shown: formatExactMoney(fils),
                to,
              }))}
            />
          </ChartPanel>
        );
      }}
    </QueryState>
  );
}
