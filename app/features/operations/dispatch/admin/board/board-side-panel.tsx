import type { ComponentProps, RefObject } from "react";
import { UnassignedQueue } from "./unassigned-queue";
import { VisitCard } from "./visit/visit-card";

interface BoardSidePanelProps
  extends ComponentProps<typeof UnassignedQueue>,
    ComponentProps<typeof VisitCard> {
  ghost: RefObject<HTMLDivElement | null>;
  ghostPx: number;
}

/** Unassigned queue, hover card and drag ghost of a board. */
export function BoardSidePanel({ within, itemOf, ghost, ghostPx, ...unassignedQueue }: BoardSidePanelProps) {
  return (
    <>
      <UnassignedQueue {...unassignedQueue} />
      <VisitCard within={within} itemOf={itemOf} />
      <div ref={ghost} hidden className="board-ghost" style={{ blockSize: `${ghostPx}px` }} />
    </>
  );
}
