import { useLocation, useParams } from "react-router";
import { CustomerDrawer } from "~/features/people/customer-desk/admin/customer-drawer";

/** /admin/customers/:customerId; keeps the filters of the list in the address. */
export default function CustomerPage() {
  const { customerId } = useParams();
  const { search } = useLocation();
  const pathOf = (id: string) => `/admin/customers/${id}${search}`;
  return <CustomerDrawer id={customerId!} closePath={`/admin/customers${search}`} pathOf={pathOf} />;
}
