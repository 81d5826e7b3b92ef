import type { ComponentProps, RefObject } from "react";
import { UnassignedQueue } from "./unassigned-queue";
import { VisitCard } from "./visit/visit-card";

interface BoardSidePanelProps
  extends ComponentProps<typeof UnassignedQueue>,
    Omit<ComponentProps<typeof VisitCard>, "queue"> {
  ghost: RefObject<HTMLDivElement | null>;
  ghostPx: number;
}

/** Unassigned queue, hover card and drag ghost of a board. */
export function BoardSidePanel({ within, itemOf, ghost, ghostPx, ...unassignedQueue }: BoardSidePanelProps) {
  return (
    <>
      <UnassignedQueue {...unassignedQueue} />
      <VisitCard within={within} itemOf={itemOf} queue={unassignedQueue.ref} />
      <div ref={ghost} hidden className="board-ghost" style={{ blockSize: `${ghostPx}px` }} />
    </>
  );
}
