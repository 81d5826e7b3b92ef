import { useState } from "react";

/** Row height in pixels. */
export const densities = { compact: 28, medium: 44, roomy: 64 } as const;
export type Density = keyof typeof densities;

/** Minimum width of an hour in pixels. */
export const zooms = { fit: 45, readable: 96, wide: 144 } as const;
export type Zoom = keyof typeof zooms;

export interface BoardView {
  density: Density;
  zoom: Zoom;
  /** True if night hours are drawn to scale. */
  night: boolean;
  /** True if the unassigned queue is collapsed to its count. */
  queueCollapsed: boolean;
}

const STORE = "board-view";
const defaultView: BoardView = { density: "medium", zoom: "fit", night: false, queueCollapsed: false };

/** Stored in this browser. */
export function useBoardView(): [BoardView, (change: Partial<BoardView>) => void] {
  const [view, setView] = useState(readView);
  return [
    view,
    (change) => {
      const next = { ...view, ...change };
      setView(next);
      try {
        localStorage.setItem(STORE, JSON.stringify(next));
      } catch {
        // Storage is blocked; the view lasts until reload.
      }
    },
  ];
}

function readView(): BoardView {
  try {
    const stored: Partial<BoardView> | null = JSON.parse(localStorage.getItem(STORE) ?? "null");
    return {
      density: stored?.density && stored.density in densities ? stored.density : defaultView.density,
      zoom: stored?.zoom && stored.zoom in zooms ? stored.zoom : defaultView.zoom,
      night: stored?.night === true,
      queueCollapsed: stored?.queueCollapsed === true,
    };
  } catch {
    return defaultView;
  }
}
