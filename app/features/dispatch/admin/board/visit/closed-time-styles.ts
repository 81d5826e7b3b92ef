import { m } from "~/paraglide/messages";
import type { BoardDay } from "../../../views";

type Why = BoardDay["closed"][string][number]["why"];

export const closedTimeStyles: Record<Why, { word: () => string; className: string }> = {
  "off-shift": { word: m.board_off_shift, className: "board-off-shift" },
  "time-off": { word: m.board_time_off, className: "board-time-off" },
  holiday: { word: m.board_holiday, className: "board-holiday" },
};
