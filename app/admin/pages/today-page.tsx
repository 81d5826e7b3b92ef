import { TodayScreen } from "~/features/oversight/today/admin/today-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.today_title());

export default function TodayPage() {
  return <TodayScreen />;
}
