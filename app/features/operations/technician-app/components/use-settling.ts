import { useEffect, useState } from "react";

/**
 * Pause after a tap, in ms, because the next button appears in the same place and a trembling finger must not
 * press both.
 */
const SETTLE_MS = 1_000;

export function useSettling(pauseMs = SETTLE_MS) {
  const [settling, setSettling] = useState(false);
  useEffect(() => {
    if (!settling) return;
    const timer = setTimeout(() => setSettling(false), pauseMs);
    return () => clearTimeout(timer);
  }, [settling, pauseMs]);
  return { settling, settle: () => setSettling(true) };
}
