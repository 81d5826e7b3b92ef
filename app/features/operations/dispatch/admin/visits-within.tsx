import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { VisitLine } from "../../scheduling/admin/days/visit-line";
import { visitsWithinQuery } from "../admin-client";
import { ReassignmentForm } from "./reassignment-form";

interface VisitsWithinProps {
  technicianId: string;
  from: string;
  to?: string;
  warning: string;
  /** Shows the reassignment button. */
  canReassign?: boolean;
}

/** Visits that overlap the range; renders nothing if there are none. */
export function VisitsWithin({ canReassign = false, ...within }: VisitsWithinProps) {
  const { technicianId, from, to, warning } = within;
  const [reassigning, setReassigning] = useState(false);
  const { data, error } = useQuery(visitsWithinQuery(technicianId, from, to));
  if (error) {
    return (
      <p role="alert" className="text-sm text-error">
        {m.board_visits_failed()}
      </p>
    );
  }
  if (!data || data.visits.length === 0) return null;
  if (reassigning) return <ReassignmentForm {...within} />;
  return (
    <div role="status" className="w-full rounded bg-brass-soft px-3 py-2 text-sm text-brass-text">
      <p className="flex items-start gap-2 font-medium">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>{warning}</span>
      </p>
      <ul className="mt-1.5 flex flex-col gap-1 text-xs">
        {data.visits.map((visit) => (
          <li key={visit.id}>
            <VisitLine visit={visit} about={[visit.serviceName, placeInReaderLanguage(visit.area)]} />
          </li>
        ))}
      </ul>
      {data.hasMore && <p className="mt-1 text-xs">{m.board_visits_more()}</p>}
      {canReassign && (
        <Button size="small" tone="quiet" className="mt-2" onClick={() => setReassigning(true)}>
          {m.board_reassign_open()}
        </Button>
      )}
    </div>
  );
}
