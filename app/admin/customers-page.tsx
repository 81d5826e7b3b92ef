import { Outlet, useParams } from "react-router";
import { CustomerList } from "~/features/clientele/admin/customer-list";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";

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
    <div className={classNames("lg:grid lg:h-full", customerId && "xl:grid-cols-[minmax(0,1fr)_31rem]")}>
      <CustomerList openId={customerId} />
      <Outlet />
    </div>
  );
}
