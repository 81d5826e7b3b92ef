import { addDays, daysBetween } from "~/platform/time";
import type { Range } from "./range";

/** Days of a block, largest first. The same as of the table `technician_tallies`. */
export const BLOCK_SPANS = [1024, 256, 64, 16, 4, 1] as const;

/** First day of the first block of each span. */
const EPOCH = "1900-01-01";

export interface DayBlock {
  span: number;
  /** First day. */
  day: string;
}

/** Fewest blocks that cover each day of the range once. */
export function blocksOf({ from, to }: Range): DayBlock[] {
  const blocks: DayBlock[] = [];
  const end = daysBetween(EPOCH, to) + 1;
  let at = daysBetween(EPOCH, from);
  while (at < end) {
    const start = at;
    const span = BLOCK_SPANS.find((days) => start % days === 0 && start + days <= end)!;
    blocks.push({ span, day: addDays(EPOCH, start) });
    at += span;
  }
  return blocks;
}
