import { customerList } from "~/features/customer-records/admin/customer-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.admin_customers_title() }) },
    { name: "robots", content: "noindex" },
  ];
}

/** /admin/customers: the list; an opened customer (/admin/customers/:customerId) stands beside it. */
export default function CustomersPage() {
  return <OfficeListPage list={customerList} />;
}
