import type { BoardEntry } from "../board-entries";

function startOf({ placement }: BoardEntry): number {
  return Date.parse(placement.day) / 60_000 + placement.startMin;
}

export function byStart(row: readonly BoardEntry[]): BoardEntry[] {
  return row.toSorted((a, b) => startOf(a) - startOf(b));
}

/** Left and right: along the row. Up and down: the visit nearest in time. */
export function adjacentVisitKey(
  order: BoardEntry[][],
  key: string,
  arrow: string,
  rtl: boolean,
): string | null {
  const rowIndex = order.findIndex((row) => row.some(({ item }) => item.key === key));
  const row = order[rowIndex];
  const index = row?.findIndex(({ item }) => item.key === key) ?? -1;
  const entry = row?.[index];
  if (!row || !entry) return null;
  if (arrow === "ArrowLeft" || arrow === "ArrowRight") {
    const forward = (arrow === "ArrowRight") !== rtl;
    return row[index + (forward ? 1 : -1)]?.item.key ?? null;
  }
  const direction = arrow === "ArrowDown" ? 1 : -1;
  for (let at = rowIndex + direction; order[at]; at += direction) {
    const nearest = order[at]!.toSorted(
      (a, b) => Math.abs(startOf(a) - startOf(entry)) - Math.abs(startOf(b) - startOf(entry)),
    )[0];
    if (nearest) return nearest.item.key;
  }
  return null;
}
