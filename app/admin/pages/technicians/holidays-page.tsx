import { ClosedDays } from "~/features/scheduling/admin/days/closed-days";
import { m } from "~/paraglide/messages";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.admin_days_title() }) },
    { name: "robots", content: "noindex" },
  ];
}

/** /admin/holidays: when the business does not work, or not as long as usual. */
export default function HolidaysPage() {
  return <ClosedDays />;
}
