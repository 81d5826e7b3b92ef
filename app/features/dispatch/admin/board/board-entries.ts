import { m } from "~/paraglide/messages";
import { isolated } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { wordForObstacles } from "../../../bookings/words";
import { waysBetween } from "../../board-time";
import type { Board, BoardVisit } from "../../views";
import { type BoardItem, type BoardPlace, itemOfVisit, itemOfWork, placeOfItem } from "./board-item";

/** Something that lies on the board, or is about to. */
export interface BoardEntry {
  item: BoardItem;
  place: BoardPlace;
  /** On its way to the server. */
  pending: boolean;
  /** What stands against it, in words; null: nothing. */
  warning: string | null;
}

/** What is on the board by technician, as it will be once what is pending was agreed to. */
export function entriesByTechnician(
  board: Pick<Board, "visits" | "waiting">,
  pending: ReadonlyMap<string, BoardPlace>,
): Map<string, BoardEntry[]> {
  const ways = new Map<string, ReturnType<typeof waysBetween>>();
  for (const [technicianId, visits] of Map.groupBy(board.visits, (visit) => visit.technicianId)) {
    ways.set(technicianId, waysBetween(visits));
  }
  const entries: BoardEntry[] = [];
  for (const visit of board.visits) {
    const { item, place } = known(visit);
    const way = ways.get(visit.technicianId)?.get(visit.id);
    const moved = pending.get(item.key);
    entries.push({
      item,
      place: moved ?? place,
      pending: moved !== undefined,
      warning: moved ? null : wordForWarning(visit, way?.tooLong ? way : null),
    });
  }
  for (const work of board.waiting) {
    const item = itemOfWork(work);
    const place = pending.get(item.key);
    if (place) entries.push({ item, place, pending: true, warning: null });
  }
  return Map.groupBy(entries, ({ place }) => place.technicianId);
}

function wordForWarning(
  { heldUpUntil, obstacles }: BoardVisit,
  tooLongWay: { area: string; minutes: number } | null,
): string | null {
  const warnings = [
    heldUpUntil && m.board_held_up({ time: formatTime(heldUpUntil, "time") }),
    tooLongWay && m.board_way_too_long({ ...tooLongWay, area: isolated(tooLongWay.area) }),
    obstacles.length > 0 && wordForObstacles(obstacles),
  ];
  return warnings.filter(Boolean).join(" · ") || null;
}

// A visit that did not change keeps its item, so that its block is not drawn again.
const items = new WeakMap<BoardVisit, { item: BoardItem; place: BoardPlace }>();

function known(visit: BoardVisit): { item: BoardItem; place: BoardPlace } {
  let found = items.get(visit);
  if (!found) {
    const item = itemOfVisit(visit);
    found = { item, place: placeOfItem(item)! };
    items.set(visit, found);
  }
  return found;
}
