import { Outlet, useParams } from "react-router";
import { CustomerList } from "~/features/clientele/admin/customer-list";
import { m } from "~/paraglide/messages";
import { ListPage } from "~/ui/list-frame";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.admin_customers_title() }) },
    { name: "robots", content: "noindex" },
  ];
}

/** /admin/customers: the list; an opened customer (/admin/customers/:customerId) stands beside it. */
export default function CustomersPage() {
  const { customerId } = useParams();
  return (
    <ListPage beside={customerId !== undefined}>
      <CustomerList openId={customerId} />
      <Outlet />
    </ListPage>
  );
}
