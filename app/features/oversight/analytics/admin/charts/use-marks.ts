import { type KeyboardEvent, useRef, useState } from "react";

/**
 * Roving tab stop for the marks of a chart: arrow keys, Home and End move it. Only the current mark is a
 * link, because marks can be closer than a finger is wide; the pointer opens any of them.
 */
export function useMarks(count: number) {
  const [at, setAt] = useState(0);
  const moved = useRef(false);
  const current = Math.min(at, Math.max(0, count - 1));
  function onKeyDown(event: KeyboardEvent) {
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
    const steps: Record<string, number> = {
      ArrowRight: current + forward,
      ArrowDown: current + 1,
      ArrowLeft: current - forward,
      ArrowUp: current - 1,
      Home: 0,
      End: count - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const wanted = Math.min(Math.max(next, 0), count - 1);
    moved.current = wanted !== current;
    setAt(wanted);
  }
  /** Moves the focus with the tab stop. */
  function atStop(mark: { focus: () => void } | null) {
    if (!mark || !moved.current) return;
    moved.current = false;
    mark.focus();
  }
  return { onKeyDown, atStop, isStop: (index: number) => index === current };
}
