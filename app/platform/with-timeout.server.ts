import { setTimeout as wait } from "node:timers/promises";

/** Rejects if the work takes longer than `ms`. The work itself is not cancelled. */
export async function withTimeout<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const timer = new AbortController();
  const late = wait(ms, undefined, { ref: false, signal: timer.signal }).then(() => {
    throw new Error(`No answer within ${ms} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
