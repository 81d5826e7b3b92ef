import { createRandom, type Random } from "~/platform/random";

/** True under `npm run test:all`: journeys include steps whose rules faster tests prove. */
export const isLongRun = Boolean(process.env.FULL_LENGTH);

/** Number of repetitions: `long` under `npm run test:all`, `short` under `npm test`. */
export function rounds({ short, long }: { short: number; long: number }): number {
  return isLongRun ? long : short;
}

/**
 * Returns all cases under `npm run test:all` and a random selection of at most `max` under `npm test`, in
 * their original order, because each start of the product takes long.
 */
export function casesForRun<Proof>(proofs: readonly Proof[], random: Random, max = 1): Proof[] {
  if (isLongRun) return [...proofs];
  const left = [...proofs];
  while (left.length > max) left.splice(random.below(left.length), 1);
  return left;
}

/** True in one of `runs` runs of `npm test`, and always under `npm run test:all`. */
export function isOneRunOf(runs: number, random: Random): boolean {
  return isLongRun || random.below(runs) === 0;
}

/** A random source of its own, so that long tests of several files do not run in the same runs. `name`: unique. */
export function randomOf(name: string): Random {
  const hash = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0);
  return createRandom(seedOfRun() + (hash >>> 0));
}

/** Proofs of 5 to 30 seconds each: `npm test` runs one of them, `npm run test:all` all. */
const LONG_PROOFS = [
  "half-open connections",
  "killed booking in WhatsApp",
  "killed card payments",
  "killed mailbox",
  "killed messages",
  "killed page texts",
  "killed worker",
  "locks of half-open connections",
  "stop with half-open connections",
  "stopped postmaster",
  "stopped PostgreSQL",
  "full disk",
  "read replica",
  "restore from an archive",
  "restore from a bucket",
  "restore of a backup from before the baseline",
  "rolling deploy",
  "simulated day",
  "WAL archive",
  "WAL histories",
] as const;

export function isProofSelected(proof: (typeof LONG_PROOFS)[number]): boolean {
  return casesForRun<string>(LONG_PROOFS, createRandom(seedOfRun())).includes(proof);
}

/**
 * Seed of random tests: a new one in each run, or that of SEED=…, which repeats a run. All Vitest files share
 * it.
 */
export function seedOfRun(): number {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  console.info(`SEED=${seed}`);
  return seed;
}
