import { HttpError } from "~/platform/browser/http-client";
import { VisitLine } from "./visit-line";

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
        <li key={visit.id}>
          <VisitLine visit={visit} about={[visit.serviceName, visit.area, visit.why]} />
        </li>
      ))}
    </ul>
  );
}
