/** Limits concurrency per key within this process, first in, first out. */
export function keyedSemaphore(max: number) {
  const running = new Map<string, { count: number; waiting: (() => void)[] }>();
  return async function withPermit<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const slot = running.get(key) ?? { count: 0, waiting: [] };
    running.set(key, slot);
    if (slot.count < max) slot.count++;
    else await new Promise<void>((start) => slot.waiting.push(start));
    try {
      return await task();
    } finally {
      const next = slot.waiting.shift();
      if (next) next();
      else if (--slot.count === 0) running.delete(key);
    }
  };
}
