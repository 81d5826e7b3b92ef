import { PreviewCard as HoverCard } from "@base-ui/react/preview-card";
import type { RefObject } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { classNames } from "~/ui/class-names";
import { useHoverIntent } from "~/ui/hooks/use-hover-intent";
import { placeInReaderLanguage } from "../../../../../core/geography/community-names";
import { StateBadge } from "../../../../bookings/components/state-badge";
import { type BoardItem, itemPlacement, spanText } from "../board-item";
import { BookingSummary } from "./booking-summary";
import type { Mark } from "./visit-marks";
import { VisitFacts } from "./visit-signs";

/** Delay before the card opens. */
const HOVER_DELAY_MS = 350;

interface VisitCardProps {
  /** Elements with `data-marks` (marks as JSON) and `data-drag` (item key). */
  within: RefObject<HTMLElement | null>;
  itemOf: (key: string) => BoardItem | undefined;
  /** Unassigned queue, which the card of a visit covers instead of other visits. */
  queue: RefObject<HTMLElement | null>;
}

/** Narrower queues are collapsed. */
const OPEN_QUEUE_PX = 200;

/** Details of a visit or of unassigned work on hover or focus. */
export function VisitCard({ within, itemOf, queue }: VisitCardProps) {
  const { anchor, popup, onOpenChange } = useHoverIntent({
    find: (target) => {
      const element = target.closest<HTMLElement>("[data-marks]");
      return element && within.current?.contains(element) ? element : null;
    },
    hoverMs: HOVER_DELAY_MS,
    focusMs: HOVER_DELAY_MS,
    scroller: within,
  });

  const item = anchor && itemOf(anchor.dataset.drag ?? "");
  if (!anchor || !item) return null;
  const queuePx = queue.current?.offsetWidth ?? 0;
  const overQueue = anchor.dataset.visit !== undefined && queuePx >= OPEN_QUEUE_PX;
  return (
    <HoverCard.Root open onOpenChange={onOpenChange}>
      <HoverCard.Portal>
        <HoverCard.Positioner
          anchor={overQueue ? queue : anchor}
          // Queue rows are stacked; a card beside them covers none.
          side={anchor.dataset.visit && !overQueue ? "bottom" : "inline-start"}
          sideOffset={overQueue ? -queuePx : 6}
          align="start"
          collisionPadding={overQueue ? 0 : 8}
          // The queue stays usable beneath the card.
          className={classNames("z-40 data-anchor-hidden:invisible", overQueue && "pointer-events-none")}
        >
          <HoverCard.Popup
            ref={popup}
            render={
              <section
                aria-label={m.board_dialog_title({ reference: item.reference, service: item.serviceName })}
              />
            }
            style={overQueue ? { inlineSize: queuePx } : undefined}
            className="flex w-[22rem] flex-col gap-2 rounded border border-line bg-surface p-3 text-sm text-ink shadow-raised"
          >
            <CardBody item={item} marks={JSON.parse(anchor.dataset.marks ?? "[]")} />
          </HoverCard.Popup>
        </HoverCard.Positioner>
      </HoverCard.Portal>
    </HoverCard.Root>
  );
}

function CardBody({ item, marks }: { item: BoardItem; marks: readonly Mark[] }) {
  const placement = itemPlacement(item);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{bidiIsolate(item.customerName)}</span>
        <StateBadge state={item.bookingState} />
        <span className="figures ms-auto text-xs text-muted">{item.reference}</span>
      </div>
      <p className="text-xs text-muted">
        {[
          placement && spanText(placement.startMin, placement.durationMin),
          item.serviceName,
          item.area && bidiIsolate(placeInReaderLanguage(item.area)),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <VisitFacts marks={marks} />
      <BookingSummary item={item} showHistory />
    </>
  );
}
