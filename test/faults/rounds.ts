/** How often a proof is repeated: `long` under `npm run test:faults`, `short` whenever all tests run. */
export function rounds({ short, long }: { short: number; long: number }): number {
  return process.env.LONG_PROOFS ? long : short;
}

/** What random lives begin with: another one each time, or that of SEED=…, which repeats a run. */
export function seedOfRun(): number {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  console.info(`SEED=${seed}`);
  return seed;
}
