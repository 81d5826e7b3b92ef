import { useLocation, useParams } from "react-router";
import { InvoiceDrawer } from "~/features/finance/invoices/admin/invoice-drawer";
import { InvoicePayments } from "~/features/finance/payments/admin/invoice-payments";

/** /admin/invoices/:invoiceId; keeps the filters of the list in the address. */
export default function InvoicePage() {
  const { invoiceId } = useParams();
  const { search } = useLocation();
  return <InvoiceDrawer id={invoiceId!} closePath={`/admin/invoices${search}`} Payments={InvoicePayments} />;
}
