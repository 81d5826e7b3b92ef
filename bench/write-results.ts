import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { dubaiDate } from "~/platform/time";

const DOCUMENT = "docs/performance.md";

/** Records the machine's load now; the returned function describes the conditions of the measurement. */
export function startMeasurement(): (condition: string) => string {
  const initialLoad = loadavg()[0]!;
  return (condition) =>
    `Measured on ${dubaiDate(realTime())} ${condition}; ${cpus().length} cores, load ${initialLoad.toFixed(1)} when it began and ${loadavg()[0]!.toFixed(1)} when it ended.`;
}

/** Writes the results and their table into docs/performance.md, between the two marks of that name. */
export function writeResults(
  mark: string,
  measured: string,
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const document = readFileSync(DOCUMENT, "utf8");
  const [top, bottom] = [`<!-- ${mark} -->`, `<!-- end of ${mark} -->`] as const;
  const [before, remaining] = document.split(top);
  const after = remaining?.split(bottom)[1];
  if (after === undefined) throw new Error(`${DOCUMENT} has no place for ${mark}`);
  const lines = [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  writeFileSync(DOCUMENT, `${before}${top}\n${measured}\n\n${lines.join("\n")}\n${bottom}${after}`);
}

/** A benchmark may fix the time of `Date`. */
function realTime(): Date {
  return new Date(performance.timeOrigin + performance.now());
}
