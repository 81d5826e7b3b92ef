import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { quoteFiguresQuery, responseTargetFiguresQuery, workFiguresQuery } from "../admin-client";
import { finishedBookingsPath, requestedBookingsPath, sentQuotesPath } from "../links";
import { formatCount } from "../numbers";
import { QueryState } from "./query-state";
import { keepPrevious, type OfQuery } from "./work-figures";

/** Late answers and arrivals, returned work and lost quotes, each linked to its list. */
export function Missed({ query }: OfQuery) {
  const responseTargets = useQuery({ ...responseTargetFiguresQuery(query), ...keepPrevious });
  const work = useQuery({ ...workFiguresQuery(query), ...keepPrevious });
  const quotes = useQuery({ ...quoteFiguresQuery(query), ...keepPrevious });
  const readsQuotes = useMay("quotes.read");
  return (
    <section aria-labelledby="missed" className="rounded border border-line bg-surface px-4 py-3">
      <h2 id="missed" className="text-sm font-medium">
        {m.reports_missed_title()}
      </h2>
      <QueryState of={responseTargets} shape="mt-2 h-9">
        {({ range, now: { answer, arrival } }) => {
          const entries = [
            {
              label: m.reports_missed_answers(),
              n: answer.missed,
              to: requestedBookingsPath(range, { target: "answer-missed" }),
            },
            {
              label: m.reports_missed_arrivals(),
              n: arrival.missed,
              to: requestedBookingsPath(range, { target: "arrival-missed" }),
            },
            {
              label: m.reports_missed_returns(),
              n: work.data?.now.warrantyReturns ?? 0,
              to: finishedBookingsPath(range, { callback: "yes" }),
            },
            {
              label: m.reports_missed_quotes(),
              n: readsQuotes ? (quotes.data?.now.lost ?? 0) : 0,
              to: sentQuotesPath(range, { outcome: "lost" }),
            },
          ].filter(({ n }) => n > 0);
          if (entries.length === 0) {
            return <p className="mt-1 text-sm text-muted">{m.reports_missed_none()}</p>;
          }
          return (
            <ul className="mt-2 flex flex-wrap gap-2 text-sm">
              {entries.map(({ label, n, to }) => (
                <li key={label} className="max-sm:grow">
                  <Link
                    to={to}
                    className="flex min-h-9 items-center justify-between gap-3 rounded border border-line px-3 py-1.5 hover:border-accent"
                  >
                    <span>{label}</span>
                    <span className="figures font-semibold">{formatCount(n)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryState>
    </section>
  );
}
