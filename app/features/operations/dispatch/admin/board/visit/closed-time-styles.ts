import { m } from "~/paraglide/messages";
import type { BoardDay } from "../../../views";

type ClosedReason = BoardDay["closed"][string][number]["reason"];

export const closedTimeStyles: Record<ClosedReason, { word: () => string; className: string }> = {
  "off-shift": { word: m.board_off_shift, className: "board-off-shift" },
  "time-off": { word: m.board_time_off, className: "board-time-off" },
  holiday: { word: m.board_holiday, className: "board-holiday" },
};
