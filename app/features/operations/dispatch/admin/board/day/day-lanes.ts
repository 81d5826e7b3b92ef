import type { RefObject } from "react";
import { MAX_VISIT_MIN } from "../../../../../core/pricing/work-time";
import { type Axis, DAY_MIN, minuteAt, positionIn, STEP_MIN, snap } from "../../../board/board-time";
import { itemPlacement } from "../board-item";
import type { Surface } from "../changes/use-drag";

interface Lanes {
  scroller: RefObject<HTMLElement | null>;
  /** Equally high rows. */
  rows: RefObject<HTMLElement | null>;
  day: string;
  shown: Axis;
  technicianIds: readonly string[];
  namePx: number;
  rowPx: number;
}

/** Maps screen positions of the day board to placements. */
export function dayLanes({
  scroller,
  rows,
  day,
  shown,
  technicianIds,
  namePx,
  rowPx,
}: Lanes): () => Surface | null {
  return () => {
    if (!rows.current || !scroller.current) return null;
    const box = rows.current.getBoundingClientRect();
    const view = scroller.current.getBoundingClientRect();
    const rtl = getComputedStyle(rows.current).direction === "rtl";
    const axis = rtl ? box.right - namePx : box.left + namePx;
    const length = box.width - namePx;
    const minuteOver = (x: number) => minuteAt(shown, (rtl ? axis - x : x - axis) / length);
    return {
      grabMinOf: (item, x) => {
        const from = itemPlacement(item);
        return from ? minuteOver(x) - from.startMin : STEP_MIN;
      },
      targetOf: ({ item, mode, x, y, grabMin }) => {
        const minute = minuteOver(x);
        if (mode === "resize") {
          const from = itemPlacement(item);
          if (!from) return null;
          const durationMin = Math.min(MAX_VISIT_MIN, Math.max(STEP_MIN, snap(minute) - from.startMin));
          return { ...from, durationMin };
        }
        const technicianId = technicianIds[Math.floor((y - box.top) / rowPx)];
        const inView = y >= view.top && y <= view.bottom && x >= view.left && x <= view.right;
        if (!technicianId || !inView || minute < 0) return null;
        const startMin = Math.min(Math.max(snap(minute - grabMin), 0), DAY_MIN - STEP_MIN);
        return { technicianId, day, startMin, durationMin: item.durationMin };
      },
      boxOf: ({ technicianId, startMin, durationMin }) => {
        const within = positionIn(shown, { fromMin: startMin, toMin: startMin + durationMin });
        const width = ((within?.size ?? 0) / 100) * length;
        const start = ((within?.start ?? 0) / 100) * length;
        return {
          x: rtl ? axis - start - width : axis + start,
          y: box.top + technicianIds.indexOf(technicianId) * rowPx,
          width,
        };
      },
    };
  };
}
