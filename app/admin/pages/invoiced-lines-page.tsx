import { invoicedList } from "~/features/oversight/analytics/admin/invoiced-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.reports_invoiced_lines());

/** /admin/analytics/invoiced-lines: document lines behind an invoiced figure. */
export default function InvoicedLinesPage() {
  return <OfficeListPage list={invoicedList} />;
}
