import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import type { RecordAction } from "~/ui/overlay/record-actions";
import { transitionLabels } from "../../../../bookings/admin/booking-transitions";
import { showTransitionToast } from "../../../../bookings/admin/visits/transition-toast";
import { useTransitionBooking } from "../../../../bookings/admin-client";
import { availableVisitProgress, type VisitProgress } from "../../../../bookings/booking";
import type { BoardItem } from "../board-item";

const corrections: readonly VisitProgress[] = ["undoDepart", "undoArrive"];

interface VisitProgressActions {
  /** On the way, arrived, done, no access: recorded by the office for a technician who called. */
  steps: RecordAction[];
  corrections: RecordAction[];
  /** The server refused a departure for a visit of another day; choosing it again confirms it. */
  isOtherDayRefused: boolean;
}

export function useVisitProgress(item: BoardItem): VisitProgressActions {
  const change = useTransitionBooking();
  const { bookingId, version, visitId, leadVisitId, state } = item;
  const progress = visitId && state && item.technicianId ? availableVisitProgress(state) : [];
  const isOtherDayRefused = change.error instanceof HttpError && change.error.reason === "not-today";

  function actionFor(transition: VisitProgress): RecordAction {
    const isConfirmed = transition === "depart" && isOtherDayRefused;
    return {
      id: transition,
      label: isConfirmed ? m.office_bookings_transition_depart_anyway() : transitionLabels[transition](),
      disabled: change.isPending,
      error: change.error,
      run: () =>
        change.mutate(
          {
            ...{ id: bookingId, version, visitId: leadVisitId ?? visitId!, transition },
            confirmOtherDay: isConfirmed || undefined,
          },
          { onSuccess: ({ booking }) => showTransitionToast(booking, transition) },
        ),
    };
  }

  return {
    steps: progress.filter((transition) => !corrections.includes(transition)).map(actionFor),
    corrections: progress.filter((transition) => corrections.includes(transition)).map(actionFor),
    isOtherDayRefused,
  };
}
