import { Link } from "react-router";
import { HttpError } from "~/platform/http-client";
import { formatTime } from "~/platform/time";

/** A planned visit that a change affects, as the refusal tells it. */
interface AffectedVisit {
  id: string;
  bookingId: string;
  reference: string;
  serviceName: string;
  area: string;
  startsAt: string;
  why: string;
}

export function affectedBy(error: Error | null): AffectedVisit[] {
  if (!(error instanceof HttpError) || error.reason !== "visits-affected") return [];
  return error.body.visits as AffectedVisit[];
}

/** What is agreed to by sending a change again that was refused for the visits that it affects. */
export function agreedTo(error: Error | null): string[] | undefined {
  const visits = affectedBy(error);
  return visits.length > 0 ? visits.map(({ id }) => id) : undefined;
}

/** The visits for which a change was refused, each a step from its booking; nothing where it was not for that. */
export function AffectedVisits({ error }: { error: Error | null }) {
  const visits = affectedBy(error);
  if (visits.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 rounded bg-brass-soft px-3 py-2 text-xs text-brass-text">
      {visits.map((visit) => (
        <li key={visit.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Link to={`/admin/bookings/${visit.bookingId}`} className="figures shrink-0 font-medium underline">
            {visit.reference}
          </Link>
          <span className="min-w-0 grow">
            {[visit.serviceName, visit.area, visit.why].filter(Boolean).join(" · ")}
          </span>
          <span className="figures shrink-0">{formatTime(visit.startsAt, "dateTime")}</span>
        </li>
      ))}
    </ul>
  );
}
