import type { ComponentProps, RefObject } from "react";
import { UnassignedQueue } from "./unassigned-queue";
import { VisitCard } from "./visit/visit-card";

interface BoardSidePanelProps
  extends ComponentProps<typeof UnassignedQueue>,
    ComponentProps<typeof VisitCard> {
  ghost: RefObject<HTMLDivElement | null>;
  ghostPx: number;
}

/** What stands beside and above a board that drags: what waits, what is known of the visit at hand, and what is in hand. */
export function BoardSidePanel({ within, itemOf, ghost, ghostPx, ...unassignedQueue }: BoardSidePanelProps) {
  return (
    <>
      <UnassignedQueue {...unassignedQueue} />
      <VisitCard within={within} itemOf={itemOf} />
      <div ref={ghost} hidden aria-hidden className="board-ghost" style={{ blockSize: `${ghostPx}px` }} />
    </>
  );
}
