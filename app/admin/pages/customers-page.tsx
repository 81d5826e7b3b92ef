import { customerList } from "~/features/people/customer-desk/admin/customer-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.admin_customers_title());

/** /admin/customers: the list with an opened customer beside it. */
export default function CustomersPage() {
  return <OfficeListPage list={customerList} />;
}
