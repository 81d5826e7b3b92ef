import type { StateTone } from "~/platform/state-tone";
import { toneFills } from "~/ui/badge";
import { classNames } from "~/ui/class-names";
import { markOfVisit } from "../../../../bookings/state-marks";
import type { BoardItem } from "../board-item";

const borders: Partial<Record<StateTone, string>> = {
  waiting: "border-accent",
  planned: "border-plan",
};

/** Colours as in lists; dashed border for unconfirmed visits. */
export function visitStyle({ state, emergency }: Pick<BoardItem, "state" | "emergency">): string {
  const tone = state ? markOfVisit(state).tone : "neutral";
  return classNames(
    "rounded-sm border text-start text-xs",
    toneFills[tone],
    borders[tone] ?? "border-transparent",
    state === "held" && "border-dashed",
    emergency && "ring-2 ring-signal ring-inset",
  );
}
