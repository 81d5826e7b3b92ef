import { daysBetween } from "~/platform/time";
import { computeLoad } from "../../board/board-fit";
import { DAY_MIN } from "../../board/board-time";
import { type Capacity, capacityOf, tradeOf } from "../../board/capacity";
import type { Board, BoardDay } from "../../views";
import type { BoardEntry } from "./board-entries";

/** Capacity by trade, including optimistic changes. */
export function capacityOn(
  { day, closed }: Pick<BoardDay, "day" | "closed">,
  technicians: Board["technicians"],
  entries: ReadonlyMap<string, readonly BoardEntry[]>,
): Capacity[] {
  const work: { trade: string; minutes: number }[] = [];
  const days = technicians.map(({ id, skills }) => {
    const spans = (entries.get(id) ?? []).map(({ item, placement }) => {
      const fromMin = placement.startMin + daysBetween(day, placement.day) * DAY_MIN;
      return { item, fromMin, toMin: fromMin + placement.durationMin };
    });
    const spansOfDay = spans.filter(({ fromMin }) => fromMin >= 0 && fromMin < DAY_MIN);
    for (const { item, fromMin, toMin } of spansOfDay)
      work.push({ trade: tradeOf(item), minutes: toMin - fromMin });
    const bookedMin = spansOfDay.reduce((sum, { fromMin, toMin }) => sum + toMin - fromMin, 0);
    return { skills, bookedMin, shiftMin: computeLoad([], closed[id] ?? []).shiftMin };
  });
  return capacityOf(days, work);
}
