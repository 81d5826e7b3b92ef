import { useEffect, useState } from "react";

/** Extrapolates the server's latest time with the monotonic clock, because the device clock may be wrong. */
export function useServerNow(reportedAt: string, everyMs: number): Date {
  const reported = Date.parse(reportedAt);
  const [now, setNow] = useState(reported);
  useEffect(() => {
    const received = performance.now();
    const tick = () => setNow(reported + performance.now() - received);
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [reported, everyMs]);
  return new Date(now);
}
