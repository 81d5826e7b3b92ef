const TIMES = Number(process.env.TIMES ?? 51);
const WARM_UP_RUNS = 5;

export interface Comparison {
  /** Medians in milliseconds. */
  few: number;
  many: number;
  ratio: number;
}

/** Measures the same work on few rows and on many in alternating calls, so that other load affects both. */
export async function compareAlternately(
  few: () => Promise<unknown>,
  many: () => Promise<unknown>,
): Promise<Comparison> {
  const times: Record<"few" | "many", number[]> = { few: [], many: [] };
  for (let time = 0; time < WARM_UP_RUNS + TIMES; time++) {
    for (const [name, work] of [["few", few] as const, ["many", many] as const]) {
      const startedAt = performance.now();
      await work();
      if (time >= WARM_UP_RUNS) times[name].push(performance.now() - startedAt);
    }
  }
  const [fewMs, manyMs] = [median(times.few), median(times.many)];
  return { few: round(fewMs), many: round(manyMs), ratio: round(manyMs / fewMs) };
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
const round = (value: number) => Number(value.toFixed(2));
