import type { Random } from "~/platform/random";

/** How often a proof is repeated: `long` under `npm run test:faults`, `short` whenever all tests run. */
export function rounds({ short, long }: { short: number; long: number }): number {
  return process.env.LONG_PROOFS ? long : short;
}

/**
 * All of them under `npm run test:faults`; `most` of them whenever all tests run, by `random` others each time, in their own
 * order. Starting the product again and again is what takes the time.
 */
export function someOf<Proof>(proofs: readonly Proof[], random: Random, max = 1): Proof[] {
  if (process.env.LONG_PROOFS) return [...proofs];
  const left = [...proofs];
  while (left.length > max) left.splice(random.below(left.length), 1);
  return left;
}

/**
 * Proofs of the same promise that stand in files of their own, each as long as a quarter of a minute: `npm test` takes one of
 * them, as `someOf` has it, `npm run test:faults` all.
 */
export const RESTORES = ["from an archive", "from a bucket"] as const;
export const SILENT_DATABASES = [
  ...(["connections given up", "no lock", "stop without connections"] as const),
  ...(["postmaster", "all of it", "disk"] as const),
];

/** What random lives begin with: another one each run, or that of SEED=…, which repeats it. All files of Vitest have the same. */
export function seedOfRun(): number {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  console.info(`SEED=${seed}`);
  return seed;
}
