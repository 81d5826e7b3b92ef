import { ClosedDays } from "~/features/operations/scheduling/admin/days/closed-days";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.admin_days_title());

/** /admin/holidays: closed days and seasons with shorter hours. */
export default function HolidaysPage() {
  return <ClosedDays />;
}
