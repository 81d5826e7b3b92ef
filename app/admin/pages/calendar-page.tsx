import { DispatchBoard } from "~/features/operations/dispatch/admin/board/dispatch-board";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.board_title());

/** /admin/calendar: the dispatch board of the day in `?date=`. */
export default function CalendarPage() {
  return <DispatchBoard />;
}
