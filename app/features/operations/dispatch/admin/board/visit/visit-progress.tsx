import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { transitionLabels } from "../../../../bookings/admin/booking-transitions";
import { showTransitionToast } from "../../../../bookings/admin/visits/transition-toast";
import { useTransitionBooking } from "../../../../bookings/admin-client";
import { availableVisitProgress, type VisitProgress } from "../../../../bookings/booking";
import type { BoardItem } from "../board-item";

const corrections: readonly VisitProgress[] = ["undoDepart", "undoArrive"];

/** On the way, arrived, done, no access: recorded by the office for a technician who called. */
export function VisitProgressButtons({ item }: { item: BoardItem }) {
  const change = useTransitionBooking();
  const { bookingId, version, visitId, leadVisitId, state } = item;
  const progress = state && item.technicianId ? availableVisitProgress(state) : [];
  if (!visitId || progress.length === 0) return null;
  // The server refused a departure for a visit of another day; pressing again confirms it.
  const isOtherDayRefused = change.error instanceof HttpError && change.error.reason === "not-today";

  function submit(transition: VisitProgress) {
    const confirmOtherDay = (transition === "depart" && isOtherDayRefused) || undefined;
    change.mutate(
      { id: bookingId, version, visitId: leadVisitId ?? visitId!, transition, confirmOtherDay },
      { onSuccess: ({ booking }) => showTransitionToast(booking, transition) },
    );
  }

  return (
    <section aria-label={m.board_visit_progress()} className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {progress.map((transition) => (
          <Button
            key={transition}
            size="small"
            tone={corrections.includes(transition) ? "plain" : "quiet"}
            disabled={change.isPending}
            onClick={() => submit(transition)}
          >
            {transition === "depart" && isOtherDayRefused
              ? m.office_bookings_transition_depart_anyway()
              : transitionLabels[transition]()}
          </Button>
        ))}
      </div>
      <ChangeRefused error={change.error} />
    </section>
  );
}
