import { revenueList } from "~/features/analytics/admin/revenue-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.reports_invoiced_lines());

/** /admin/analytics/revenue: the lines of documents behind a figure of what was invoiced. */
export default function RevenuePage() {
  return <OfficeListPage list={revenueList} />;
}
