import type { RefObject } from "react";
import type { BoardItem, BoardPlacement } from "../board-item";
import type { Surface } from "../changes/use-drag";

interface Cells {
  scroller: RefObject<HTMLElement | null>;
  placementOn: (item: BoardItem, technicianId: string, day: string) => BoardPlacement;
}

/** Maps screen positions of the week board to placements. */
export function weekCells({ scroller, placementOn }: Cells): () => Surface | null {
  return () => {
    const week = scroller.current;
    if (!week) return null;
    return {
      grabMinOf: () => 0,
      targetOf: ({ item, x, y }) => {
        const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-cell]");
        const { cell: day, of } = cell?.dataset ?? {};
        return cell && week.contains(cell) && day && of ? placementOn(item, of, day) : null;
      },
      boxOf: ({ technicianId, day }) => {
        const cell = week.querySelector(`[data-cell="${day}"][data-of="${technicianId}"]`);
        const box = cell?.getBoundingClientRect();
        return box ? { x: box.left + 2, y: box.top, width: box.width - 4 } : null;
      },
    };
  };
}
