import { DispatchBoard } from "~/features/dispatch/admin/board/dispatch-board";
import { m } from "~/paraglide/messages";

export function meta() {
  return [{ title: m.admin_page_title({ page: m.board_title() }) }, { name: "robots", content: "noindex" }];
}

/** /admin/calendar: the dispatch board; the day in `?date=`. */
export default function CalendarPage() {
  return <DispatchBoard />;
}
