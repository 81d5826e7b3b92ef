import { invoiceList } from "~/features/invoices/admin/invoice-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.invoices_title() }) },
    { name: "robots", content: "noindex" },
  ];
}

/** /admin/invoices: the list; an opened invoice (/admin/invoices/:invoiceId) stands beside it. */
export default function InvoicesPage() {
  return <OfficeListPage list={invoiceList} />;
}
