import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { formatDay } from "~/platform/time";
import { NotLoaded } from "~/ui/screen/not-loaded";
import { VisitRow } from "../../bookings/components/visit-row";
import { ownSeriesQuery } from "../client";
import { labelForRhythm, visitsAhead, whenOfVisit } from "../labels";
import type { SeriesView } from "../views";

/** What is repeated: when somebody comes next, and after that. Nothing where nothing is. */
export function Series() {
  const { data, error, refetch } = useQuery(ownSeriesQuery);
  if (error && !data) {
    return <NotLoaded error={error} onRetry={refetch} />;
  }
  if (!data?.series.length) return null;
  return (
    <section aria-labelledby="series" className="flex flex-col gap-4">
      <h2 id="series" className="text-xl">
        {m.series_own_title()}
      </h2>
      <ul className="flex flex-col gap-3">
        {data.series.map((series) => (
          <One key={series.id} series={series} />
        ))}
      </ul>
    </section>
  );
}

function One({ series }: { series: SeriesView }) {
  const { serviceName, rhythm, address, nextDay } = series;
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-4">
      <div>
        <h3 className="font-medium">{serviceName}</h3>
        <p className="text-sm text-muted">{labelForRhythm(rhythm)}</p>
        <p className="text-sm text-muted">
          <bdi>{address}</bdi>
        </p>
      </div>
      <ul className="flex flex-col">
        {visitsAhead(series).map((visit) => (
          <VisitRow
            key={visit.bookingId}
            reference={visit.reference}
            what={m.series_number({ number: visit.number })}
            when={whenOfVisit(visit)}
          />
        ))}
      </ul>
      {nextDay && (
        <p className="text-sm text-muted">{m.series_own_next({ day: formatDay(nextDay, "longDate") })}</p>
      )}
      <p className="text-sm text-muted">{m.series_own_hint()}</p>
    </li>
  );
}
