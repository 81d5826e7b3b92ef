/** Prints a stage of the first start and its duration in one line, as scripts/prepare.mjs does for earlier stages. */
export async function printStage<T>(title: string, work: () => Promise<T>): Promise<T> {
  process.stdout.write(`${title}… `);
  const startedAt = performance.now();
  let duration = "";
  try {
    const result = await work();
    duration = `${Math.round((performance.now() - startedAt) / 1000)} s`;
    return result;
  } finally {
    process.stdout.write(`${duration}\n`);
  }
}
