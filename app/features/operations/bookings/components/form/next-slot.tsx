import { useQuery } from "@tanstack/react-query";
import CalendarClock from "lucide-react/icons/calendar-clock";
import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { formatRelativeTime } from "~/platform/relative-time";
import { addDays, dubaiDate, dubaiInstant } from "~/platform/time";
import { useNow } from "~/ui/hooks/use-now";
import { availabilityQuery } from "../../request/client";

export interface NextSlotProps {
  serviceId: string;
  render: (when: string) => ReactNode;
}

/** Refresh of the relative day, in milliseconds. */
const REFRESH_MS = 60_000;

/** Days searched from today. */
const SEARCHED_DAYS = 7;

/** Next free slot of a service; nothing until it is known, and without one. */
export function NextSlot({ serviceId, render }: NextSlotProps) {
  const now = useNow(REFRESH_MS);
  const today = dubaiDate(now);
  const { data: days = [] } = useQuery(
    availabilityQuery({ service: serviceId }, today, addDays(today, SEARCHED_DAYS - 1)),
    queryClient,
  );
  for (const { date, slots } of days) {
    const free = slots.find((slot) => slot.free > 0);
    if (free) return render(formatRelativeTime(dubaiInstant(date, free.time).toISOString(), now));
  }
  return null;
}

/** The next free slot in a line of its own. */
export function NextSlotLine({ serviceId }: Pick<NextSlotProps, "serviceId">) {
  return (
    <NextSlot
      serviceId={serviceId}
      render={(when) => (
        <>
          <CalendarClock aria-hidden className="me-2 inline size-4 align-[-0.15em]" />
          <span>{m.booking_next_free_time({ when })}</span>
        </>
      )}
    />
  );
}
