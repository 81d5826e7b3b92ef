/**
 * Lets `most` pieces of work with the same key run at once in this process; others wait in the order in which they came.
 * Returns what the work does.
 */
export function keyedSemaphore(max: number) {
  const running = new Map<string, { count: number; waiting: (() => void)[] }>();
  return async function withPermit<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const own = running.get(key) ?? { count: 0, waiting: [] };
    running.set(key, own);
    if (own.count < max) own.count++;
    else await new Promise<void>((start) => own.waiting.push(start));
    try {
      return await work();
    } finally {
      const next = own.waiting.shift();
      if (next) next();
      else if (--own.count === 0) running.delete(key);
    }
  };
}
