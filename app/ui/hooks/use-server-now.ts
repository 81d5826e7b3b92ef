import { useEffect, useState } from "react";

/** Extrapolates the server's latest time with the monotonic clock, because the device clock may be wrong. */
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
