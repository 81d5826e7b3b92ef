import { useQueries } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { Button } from "~/ui/button";
import {
  bookingFiguresQuery,
  quoteFiguresQuery,
  responseTargetFiguresQuery,
  revenueFiguresQuery,
  workFiguresQuery,
} from "../admin-client";
import { type SummaryFigures, summaryTable } from "../summary";
import { saveCsv } from "./charts/chart-panel";
import type { OfQuery } from "./work-figures";

/** Export of the tiles by permission. */
export function ExportFigures({ query }: OfQuery) {
  const seesWork = useMay("analytics.read-work");
  const seesMoney = useMay("analytics.read-money");
  const [bookings, responseTargets, work, revenue, quotes] = useQueries({
    queries: [
      { ...bookingFiguresQuery(query), enabled: seesWork },
      { ...responseTargetFiguresQuery(query), enabled: seesWork },
      { ...workFiguresQuery(query), enabled: seesWork },
      { ...revenueFiguresQuery(query), enabled: seesMoney },
      quoteFiguresQuery(query),
    ],
  });
  const isThere =
    quotes.data &&
    (!seesMoney || revenue.data) &&
    (!seesWork || (bookings.data && responseTargets.data && work.data));

  function save() {
    const of = (part: "now" | "before"): SummaryFigures => ({
      bookings: bookings.data?.[part] ?? null,
      responseTargets: responseTargets.data?.[part] ?? null,
      work: work.data?.[part] ?? null,
      revenue: revenue.data?.[part] ?? null,
      quotes: quotes.data![part],
    });
    saveCsv(`figures-${query.from}-${query.to}`, summaryTable(of("now"), of("before")));
  }

  return (
    <Button size="small" tone="quiet" disabled={!isThere} onClick={save}>
      <Download aria-hidden />
      {m.reports_save_figures()}
    </Button>
  );
}
