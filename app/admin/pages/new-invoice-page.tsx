import { useLocation } from "react-router";
import { NewInvoice } from "~/features/finance/invoices/admin/new-invoice";

/** /admin/invoices/new; keeps the filters of the list in the address. */
export default function NewInvoicePage() {
  const { search } = useLocation();
  return <NewInvoice closePath={`/admin/invoices${search}`} />;
}
