import { useEffect, useState } from "react";

/**
 * The server's time, told anew every so many milliseconds: what it said it was, and what has passed since by a clock that nobody
 * sets. `toldAt`: the server's time in its latest answer.
 */
export function useServerNow(toldAt: string, everyMs: number): Date {
  const told = Date.parse(toldAt);
  const [now, setNow] = useState(told);
  useEffect(() => {
    const heard = performance.now();
    const tick = () => setNow(told + performance.now() - heard);
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [told, everyMs]);
  return new Date(now);
}
