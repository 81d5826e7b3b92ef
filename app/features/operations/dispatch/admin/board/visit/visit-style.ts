import { classNames } from "~/ui/class-names";
import type { BoardItem } from "../board-item";

/** Colours as in lists and emails; dashed border for unconfirmed visits. */
export function visitStyle({ state, emergency }: Pick<BoardItem, "state" | "emergency">): string {
  return classNames(
    "rounded-sm border text-start text-xs",
    state === "held" && "border-dashed border-control bg-paper text-ink",
    state === "scheduled" && "border-control bg-surface text-ink",
    (state === "en_route" || state === "on_site") && "border-ink bg-ink text-paper",
    state === "on_hold" && "border-accent bg-brass-soft text-brass-text",
    state === "work_done" && "border-transparent bg-calm-soft text-calm-text",
    emergency && "ring-2 ring-signal ring-inset",
  );
}
