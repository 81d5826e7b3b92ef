import { useQueries } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { Button } from "~/ui/button";
import {
  bookingFiguresQuery,
  promiseFiguresQuery,
  quoteFiguresQuery,
  revenueFiguresQuery,
  workFiguresQuery,
} from "../admin-client";
import { type SummaryFigures, summaryTable } from "../summary";
import { saveCsv } from "./charts/chart-panel";
import type { OfWish } from "./work-figures";

/** What the tiles say, as a file: of what whoever is signed in may know. */
export function SaveFigures({ wish }: OfWish) {
  const seesWork = useMay("analytics.read-work");
  const seesMoney = useMay("analytics.read-money");
  const [bookings, promises, work, revenue, quotes] = useQueries({
    queries: [
      { ...bookingFiguresQuery(wish), enabled: seesWork },
      { ...promiseFiguresQuery(wish), enabled: seesWork },
      { ...workFiguresQuery(wish), enabled: seesWork },
      { ...revenueFiguresQuery(wish), enabled: seesMoney },
      quoteFiguresQuery(wish),
    ],
  });
  const isThere =
    quotes.data &&
    (!seesMoney || revenue.data) &&
    (!seesWork || (bookings.data && promises.data && work.data));

  function save() {
    const of = (part: "now" | "before"): SummaryFigures => ({
      bookings: bookings.data?.[part] ?? null,
      promises: promises.data?.[part] ?? null,
      work: work.data?.[part] ?? null,
      revenue: revenue.data?.[part] ?? null,
      quotes: quotes.data![part],
    });
    saveCsv(`figures-${wish.from}-${wish.to}`, summaryTable(of("now"), of("before")));
  }

  return (
    <Button size="small" tone="quiet" disabled={!isThere} onClick={save}>
      <Download aria-hidden />
      {m.reports_save_figures()}
    </Button>
  );
}
