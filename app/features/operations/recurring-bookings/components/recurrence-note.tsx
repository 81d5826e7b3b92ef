import { useQuery } from "@tanstack/react-query";
import Repeat from "lucide-react/icons/repeat";
import { queryClient } from "~/platform/browser/query-client";
import { recurrenceQuery } from "../client";
import { labelForRecurrence } from "../labels";

/** "Visit 3 of a series: Every month". Renders nothing for single bookings. */
export function RecurrenceNote({ reference }: { reference: string }) {
  const { data } = useQuery(recurrenceQuery(reference), queryClient);
  if (!data?.recurrence) return null;
  return (
    <p className="flex items-baseline gap-2 text-muted">
      <Repeat aria-hidden className="size-4 shrink-0 self-center" />
      <span>{labelForRecurrence(data.recurrence)}</span>
    </p>
  );
}
