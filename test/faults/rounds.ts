/** How often a proof is repeated: `long` under `npm run test:faults`, `short` whenever all tests run. */
export function rounds({ short, long }: { short: number; long: number }): number {
  return process.env.LONG_PROOFS ? long : short;
}
