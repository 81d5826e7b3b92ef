import { m } from "~/paraglide/messages";
import { officeMeta } from "../frame/office-meta";
import { CalendarScreen } from "./calendar-screen";

export const meta = () => officeMeta(m.board_title());

export default CalendarScreen;
