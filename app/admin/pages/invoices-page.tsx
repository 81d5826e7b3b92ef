import { invoiceList } from "~/features/finance/invoices/admin/invoice-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.invoices_title());

/** /admin/invoices: the list with an opened invoice beside it. */
export default function InvoicesPage() {
  return <OfficeListPage list={invoiceList} />;
}
