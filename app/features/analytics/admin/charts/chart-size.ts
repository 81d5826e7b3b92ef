import { type KeyboardEvent, useRef, useState } from "react";

/**
 * One stop of the Tab key for all marks of a chart: arrows go from one to the next, Home and End to its ends. Only the one that is
 * stopped at is a link, as the others may be closer to each other than a finger is wide; the pointer opens them all.
 */
export function useMarks(count: number) {
  const [at, setAt] = useState(0);
  const moved = useRef(false);
  const current = Math.min(at, Math.max(0, count - 1));
  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowRight: current + 1,
      ArrowDown: current + 1,
      ArrowLeft: current - 1,
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
  /** Takes the focus along to the mark that was moved to. */
  function atStop(mark: { focus: () => void } | null) {
    if (!mark || !moved.current) return;
    moved.current = false;
    mark.focus();
  }
  return { onKeyDown, atStop, isStop: (index: number) => index === current };
}
