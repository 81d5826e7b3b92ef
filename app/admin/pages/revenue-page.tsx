import { revenueList } from "~/features/oversight/analytics/admin/revenue-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.reports_invoiced_lines());

/** /admin/analytics/revenue: document lines behind a revenue figure. */
export default function RevenuePage() {
  return <OfficeListPage list={revenueList} />;
}
