import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatExactMoney, formatMoney } from "~/platform/money";
import { NO_AREA } from "../../bookings/list/booking-filter";
import { ageingQuery } from "../../invoices/admin-client";
import { wordForAge } from "../../invoices/labels";
import { ages } from "../../invoices/office-list/invoice-filter";
import { quoteFiguresQuery, revenueFiguresQuery } from "../client";
import { daysOfStep, stepsOf } from "../range";
import { NO_SERVICE } from "../revenue";
import { BarList } from "./bar-list";
import { ChartPanel } from "./chart-panel";
import { FigureTile } from "./figure-tile";
import { Found } from "./found";
import { quotesOf, revenueOf } from "./links";
import { formatCount, formatShare, formatShort } from "./numbers";
import { Legend, type Step, StepsChart } from "./steps-chart";
import { kept, type OfWish, stepHead, useServiceNames, wordForStep, wordsOf } from "./work-figures";

const COLOUR = "var(--calm)";
/** The table has all of them. */
const SHOWN = 8;

export function RevenueTile({ wish }: OfWish) {
  const revenue = useQuery({ ...revenueFiguresQuery(wish), ...kept });
  return (
    <Found of={revenue} shape="h-29">
      {({ range, now, before }) => (
        <FigureTile
          label={m.reports_revenue()}
          definition={m.reports_revenue_definition()}
          value={formatMoney(now.fils)}
          to={revenueOf(range)}
          now={now.fils}
          before={before.fils}
          was={formatMoney(before.fils)}
        />
      )}
    </Found>
  );
}

export function QuotesTile({ wish }: OfWish) {
  const quotes = useQuery({ ...quoteFiguresQuery(wish), ...kept });
  const mayRead = useMay("quotes.read");
  return (
    <Found of={quotes} shape="h-29">
      {({ range, now, before }) => (
        <FigureTile
          label={m.reports_quotes()}
          definition={m.reports_quotes_definition()}
          value={formatShare(now.won, now.won + now.lost)}
          to={mayRead ? quotesOf(range, { outcome: "won" }) : undefined}
          now={now.won + now.lost > 0 ? now.won / (now.won + now.lost) : null}
          before={before.won + before.lost > 0 ? before.won / (before.won + before.lost) : null}
          was={formatShare(before.won, before.won + before.lost)}
          isShare
        >
          {m.reports_quotes_aside({
            won: formatCount(now.won),
            lost: formatCount(now.lost),
            open: formatCount(now.open),
          })}
        </FigureTile>
      )}
    </Found>
  );
}

const inDirhams = (value: number) => formatExactMoney(Math.round(value * 100));

export function RevenueCharts({ wish }: OfWish) {
  const revenue = useQuery({ ...revenueFiguresQuery(wish), ...kept });
  const nameOf = useServiceNames();
  return (
    <Found of={revenue} shape="h-72">
      {({ range, against, now, before }) => {
        const of = new Map(now.steps.map(({ step, fils }) => [step, fils]));
        const was = new Map(before.steps.map(({ step, fils }) => [step, fils]));
        const others = stepsOf(against);
        const steps = stepsOf(range).map((step, at): Step => {
          const value = of.get(step) ?? 0;
          const other = others[at] === undefined ? null : (was.get(others[at]) ?? 0);
          return {
            label: wordForStep(step, range),
            value: value / 100,
            before: other === null ? null : other / 100,
            words: wordsOf(
              wordForStep(step, range, true),
              formatExactMoney(value),
              other === null ? null : formatExactMoney(other),
            ),
            to: revenueOf(daysOfStep(step, range)),
          };
        });
        const parts = [
          {
            title: m.reports_revenue_services(),
            head: m.reports_service(),
            name: "revenue-services",
            shares: now.services,
            earlier: before.services,
            wordOf: nameOf,
            narrow: (service: string) => ({ service: service || NO_SERVICE }),
          },
          {
            title: m.reports_revenue_areas(),
            head: m.reports_area(),
            name: "revenue-areas",
            shares: now.areas,
            earlier: before.areas,
            wordOf: (area: string) => area || m.reports_no_area(),
            narrow: (area: string) => ({ area: area || NO_AREA }),
          },
        ];
        return (
          <div className="grid gap-4 @4xl:grid-cols-2 @6xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
            <ChartPanel
              title={m.reports_revenue()}
              definition={m.reports_revenue_definition()}
              name={`revenue-${range.from}-${range.to}`}
              className="@4xl:col-span-2 @6xl:col-span-1"
              empty={now.steps.length + before.steps.length === 0}
              table={{
                heads: [stepHead(range), m.reports_revenue(), m.reports_col_before()],
                rows: steps.map(({ value, before, to }, at) => ({
                  cells: [wordForStep(stepsOf(range)[at]!, range, true), value, before ?? null],
                  to,
                })),
                format: inDirhams,
              }}
            >
              <StepsChart
                label={m.reports_revenue()}
                steps={steps}
                colour={COLOUR}
                as="columns"
                height={300}
                format={formatShort}
              />
              <Legend
                entries={[
                  { label: m.reports_revenue(), colour: COLOUR },
                  { label: m.reports_col_before(), colour: "var(--control)", dashed: true },
                ]}
              />
            </ChartPanel>
            {parts.map(({ title, head, name, shares, earlier, wordOf, narrow }) => {
              const wasOf = new Map(earlier.map(({ key, n }) => [key, n]));
              return (
                <ChartPanel
                  key={name}
                  title={title}
                  definition={m.reports_revenue_definition()}
                  name={`${name}-${range.from}-${range.to}`}
                  empty={shares.length === 0}
                  table={{
                    heads: [head, m.reports_revenue(), m.reports_col_before()],
                    rows: shares.map(({ key, n }) => ({
                      cells: [wordOf(key), n / 100, (wasOf.get(key) ?? 0) / 100],
                      to: revenueOf(range, narrow(key)),
                    })),
                    format: inDirhams,
                  }}
                >
                  <BarList
                    colour={COLOUR}
                    bars={shares.slice(0, SHOWN).map(({ key, n }) => ({
                      label: wordOf(key),
                      value: n,
                      shown: formatMoney(n),
                      to: revenueOf(range, narrow(key)),
                    }))}
                  />
                </ChartPanel>
              );
            })}
          </div>
        );
      }}
    </Found>
  );
}

/** What is owed has no range: it is as of now. */
export function AgeingOfNow() {
  const ageing = useQuery(ageingQuery);
  return (
    <Found of={ageing} shape="h-40">
      {(found) => {
        const bars = [
          { label: m.reports_not_due(), fils: found.notDueFils, to: "/admin/invoices?state=open" },
          ...ages.map((age) => ({
            label: wordForAge(age),
            fils: found[`${age}Fils`],
            to: `/admin/invoices?age=${age}`,
          })),
        ];
        return (
          <ChartPanel
            title={m.reports_ageing()}
            definition={m.reports_ageing_definition()}
            name="ageing"
            empty={bars.every(({ fils }) => fils === 0)}
            table={{
              heads: [m.reports_age(), m.reports_owed()],
              rows: bars.map(({ label, fils, to }) => ({ cells: [label, fils / 100], to })),
              format: inDirhams,
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
    </Found>
  );
}
