import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { dubaiDate } from "~/platform/time";
import { Button } from "~/ui/button";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { VisitLine } from "./visit-line";

/** Item of a "visits-affected" refusal. */
interface AffectedVisit {
  id: string;
  bookingId: string;
  reference: string;
  serviceName: string;
  area: string;
  startsAt: string;
  conflictText: string;
}

export function affectedVisitsOf(error: Error | null): AffectedVisit[] {
  if (!(error instanceof HttpError) || error.reason !== "visits-affected") return [];
  return error.body.visits as AffectedVisit[];
}

/** Ids to resend as confirmation after a "visits-affected" refusal. */
export function acceptedVisitIds(error: Error | null): string[] | undefined {
  const visits = affectedVisitsOf(error);
  return visits.length > 0 ? visits.map(({ id }) => id) : undefined;
}

/** Visits of a "visits-affected" refusal; nothing for other errors. */
export function AffectedVisits({
  error,
  onReassign,
  onBoard = false,
}: {
  error: Error | null;
  onReassign?: (visitIds: string[]) => void;
  onBoard?: boolean;
}) {
  const visits = affectedVisitsOf(error);
  if (visits.length === 0) return null;
  const day = dubaiDate(new Date(visits[0]!.startsAt));
  return (
    <div className="flex flex-col items-start gap-2 rounded bg-brass-soft px-3 py-2 text-xs text-brass-text">
      <ul className="flex w-full flex-col gap-1">
        {visits.map((visit) => (
          <li key={visit.id}>
            <VisitLine
              visit={visit}
              about={[visit.serviceName, placeInReaderLanguage(visit.area), visit.conflictText]}
            />
          </li>
        ))}
      </ul>
      {onReassign && (
        <Button size="small" tone="quiet" onClick={() => onReassign(visits.map(({ id }) => id))}>
          {m.board_reassign_open()}
        </Button>
      )}
      {onBoard && (
        <Link
          to={`/admin/calendar?date=${day}`}
          className="inline-flex min-h-6 items-center font-medium underline"
        >
          {m.scheduling_affected_board()}
        </Link>
      )}
    </div>
  );
}
