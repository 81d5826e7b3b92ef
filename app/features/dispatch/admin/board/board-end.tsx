import type { ComponentProps, RefObject } from "react";
import { Tray } from "./tray";
import { VisitCard } from "./visit/visit-card";

interface BoardEndProps extends ComponentProps<typeof Tray>, ComponentProps<typeof VisitCard> {
  ghost: RefObject<HTMLDivElement | null>;
  ghostPx: number;
}

/** What stands beside and above a board that drags: what waits, what is known of the visit at hand, and what is in hand. */
export function BoardEnd({ within, itemOf, ghost, ghostPx, ...tray }: BoardEndProps) {
  return (
    <>
      <Tray {...tray} />
      <VisitCard within={within} itemOf={itemOf} />
      <div ref={ghost} hidden aria-hidden className="board-ghost" style={{ blockSize: `${ghostPx}px` }} />
    </>
  );
}
