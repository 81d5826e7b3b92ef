import { useState } from "react";

/** How high a row is, in pixels. */
export const densities = { compact: 28, medium: 44, roomy: 64 } as const;
export type Density = keyof typeof densities;

/** An hour is never narrower, in pixels. */
export const zooms = { fit: 48, readable: 96, wide: 144 } as const;
export type Zoom = keyof typeof zooms;

export interface BoardView {
  /** Null: as the size of the team asks for. */
  density: Density | null;
  zoom: Zoom;
  /** All hours are drawn alike. */
  night: boolean;
}

const STORE = "board-view";
const usual: BoardView = { density: null, zoom: "readable", night: false };

/** How somebody likes the board drawn; kept in this browser. */
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
        // Where nothing may be stored, nothing is remembered.
      }
    },
  ];
}

function readView(): BoardView {
  try {
    const stored: Partial<BoardView> | null = JSON.parse(localStorage.getItem(STORE) ?? "null");
    return {
      density: stored?.density && stored.density in densities ? stored.density : usual.density,
      zoom: stored?.zoom && stored.zoom in zooms ? stored.zoom : usual.zoom,
      night: stored?.night === true,
    };
  } catch {
    return usual;
  }
}
