import type { RefObject } from "react";
import { daysBetween } from "~/platform/time";
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
    /** A visit of the evening before begins at a negative minute. */
    const minuteOnDay = (of: { day: string; startMin: number }) =>
      of.startMin + daysBetween(day, of.day) * DAY_MIN;
    const minuteOver = (x: number) => minuteAt(shown, (rtl ? axis - x : x - axis) / length);
    return {
      grabMinOf: (item, x) => {
        const from = itemPlacement(item);
        const grabMin = from ? minuteOver(x) - minuteOnDay(from) : -1;
        // Requests are dragged from the queue, beside their time.
        return from && grabMin >= 0 && grabMin <= from.durationMin ? grabMin : STEP_MIN;
      },
      targetOf: ({ item, mode, x, y, grabMin }) => {
        const minute = minuteOver(x);
        if (mode === "resize") {
          const from = itemPlacement(item);
          if (!from) return null;
          const durationMin = Math.min(MAX_VISIT_MIN, Math.max(STEP_MIN, snap(minute) - minuteOnDay(from)));
          return { ...from, durationMin };
        }
        const technicianId = technicianIds[Math.floor((y - box.top) / rowPx)];
        const inView = y >= view.top && y <= view.bottom && x >= view.left && x <= view.right;
        if (!technicianId || !inView || minute < 0) return null;
        const startMin = Math.min(Math.max(snap(minute - grabMin), 0), DAY_MIN - STEP_MIN);
        return { technicianId, day, startMin, durationMin: item.durationMin };
      },
      boxOf: (placement) => {
        const { technicianId, durationMin } = placement;
        const fromMin = minuteOnDay(placement);
        const within = positionIn(shown, { fromMin, toMin: fromMin + durationMin });
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
