import Mail from "lucide-react/icons/mail";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { memo } from "react";
import { m } from "~/paraglide/messages";
import { isolated } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { OneLine } from "~/ui/one-line";
import { tip } from "~/ui/overlay/tooltip";
import { wordForVisitState } from "../../../bookings/labels";
import { placeIn, type Span } from "../../board-time";
import { type BoardItem, type BoardPlace, canMove, canResize, spanText } from "./board-item";
import { visitLook } from "./visit-look";

interface VisitBlockProps {
  item: BoardItem;
  place: BoardPlace;
  /** From the midnight of the day that is shown to that of the visit's day. */
  offsetMin: number;
  technicianName: string;
  shown: Span;
  /** What stands against it, in words. */
  warning: string | null;
  /** On its way to the server. */
  pending: boolean;
  /** The one that Tab leads to; the arrows lead to the others. */
  active: boolean;
}

/** A visit on the board: a button that opens what can be done with it, and that the mouse takes hold of. */
export const VisitBlock = memo(function VisitBlock(props: VisitBlockProps) {
  const { item, place, shown, warning, pending, active } = props;
  const fromMin = place.startMin + props.offsetMin;
  const span = { fromMin, toMin: fromMin + place.durationMin };
  const box = placeIn(shown, span);
  if (!box) return null;
  const tail = placeIn(shown, { fromMin: span.toMin, toMin: span.toMin + item.bufferMin });
  const times = spanText(place.startMin, place.durationMin);
  const label = m.board_visit_label({
    service: item.serviceName,
    customer: isolated(item.customerName),
    area: isolated(item.area || "–"),
    times,
    technician: isolated(props.technicianName),
    state: wordForVisitState(item.state ?? "held"),
  });
  const untold = item.untold && m.board_untold();
  const unconfirmed =
    item.heldUntil && m.admin_booking_held_until({ until: formatTime(item.heldUntil, "dateTime") });
  return (
    <>
      {tail && (
        <span
          aria-hidden
          style={{ insetInlineStart: `${tail.start}%`, inlineSize: `${tail.size}%` }}
          className="board-buffer pointer-events-none absolute inset-y-2"
        />
      )}
      <button
        type="button"
        data-drag={item.key}
        data-visit={item.key}
        tabIndex={active ? 0 : -1}
        aria-haspopup="dialog"
        aria-label={[label, warning, untold, unconfirmed].filter(Boolean).join(" · ")}
        {...tip(
          [times, item.serviceName, item.area, warning, untold, unconfirmed].filter(Boolean).join(" · "),
        )}
        style={{ insetInlineStart: `${box.start}%`, inlineSize: `${box.size}%` }}
        className={classNames(
          "absolute inset-y-1 min-w-6 overflow-hidden px-1.5 leading-tight select-none hover:z-10 hover:border-accent focus-visible:z-10",
          "data-dragged:opacity-40",
          visitLook(item),
          canMove(item) ? "cursor-grab" : "cursor-pointer",
          pending && "board-pending",
        )}
      >
        <span className="flex items-center gap-1 font-medium">
          {warning && <TriangleAlert aria-hidden className="size-3 shrink-0 text-error" />}
          {untold && <Mail aria-hidden className="size-3 shrink-0 text-muted" />}
          <span className="truncate group-data-roomy/board:line-clamp-2 group-data-roomy/board:whitespace-normal">
            {item.serviceName}
          </span>
        </span>
        <span className="block truncate opacity-85">
          <OneLine>{item.area || item.customerName}</OneLine>
        </span>
        {canResize(item) && (
          <span
            aria-hidden
            data-resize=""
            className="absolute inset-y-0 end-0 w-2 cursor-ew-resize border-e-2 border-transparent hover:border-accent"
          />
        )}
      </button>
    </>
  );
});
