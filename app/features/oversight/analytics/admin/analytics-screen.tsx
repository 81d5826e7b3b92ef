import { useIsFetching } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { classNames } from "~/ui/class-names";
import { isFiguresQuery } from "../admin-client";
import { ChartTablesProvider } from "./charts/chart-panel";
import { ExportFigures } from "./export-figures";
import { BookingsTile, KeyFigures } from "./key-figures";
import { Missed } from "./missed";
import { CurrentAgeing, QuotesTile, RevenueCharts, RevenueTiles } from "./money-figures";
import { RangeBar, RangeChips } from "./range-bar";
import { Places, Technicians } from "./technician-figures";
import { useRange } from "./use-range";
import { WorkCharts } from "./work-figures";

/** Analytics by permission (docs/domain.md, "Analytics"). */
export function AnalyticsScreen() {
  const chosen = useRange();
  const { range, against } = chosen;
  const query = { ...range, against };
  const seesWork = useMay("analytics.read-work");
  const seesMoney = useMay("analytics.read-money");
  // The figures of the previous range stay until the next ones have loaded.
  const isOutdated = useIsFetching({ predicate: (query) => isFiguresQuery(query) && !query.state.data }) > 0;
  return (
    <div className="flex min-h-0 flex-col lg:h-full">
      <header className="px-4 lg:px-6">
        <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
          <h1 className="text-lg font-semibold">{m.reports_title()}</h1>
          <div className="min-w-0 grow max-xl:order-last max-xl:basis-full">
            <RangeChips {...chosen} />
          </div>
          <ExportFigures query={query} />
        </div>
        <RangeBar {...chosen} />
      </header>
      <div className="@container relative min-h-0 grow border-t border-line lg:overflow-y-auto">
        <div
          aria-busy={isOutdated || undefined}
          className={classNames(
            "flex max-w-[120rem] flex-col gap-4 px-4 py-5 transition-opacity lg:px-6",
            isOutdated && "opacity-60",
          )}
        >
          {seesWork && (
            <>
              <Missed query={query} />
              <div className="grid grid-cols-2 gap-3 @4xl:grid-cols-4">
                <KeyFigures query={query} />
              </div>
            </>
          )}
          <div className="grid grid-cols-2 gap-3 @4xl:grid-cols-4">
            {seesWork && <BookingsTile query={query} />}
            {seesMoney && <RevenueTiles query={query} />}
            <QuotesTile query={query} />
          </div>
          <ChartTablesProvider>
            {seesWork && <WorkCharts query={query} />}
            {seesMoney && <RevenueCharts query={query} />}
            {seesWork && <Places query={query} />}
            {seesWork && <Technicians query={query} />}
            {seesMoney && <CurrentAgeing />}
          </ChartTablesProvider>
        </div>
      </div>
    </div>
  );
}
