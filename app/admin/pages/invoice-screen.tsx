import { useLocation, useParams } from "react-router";
import { InvoiceDrawer } from "~/features/finance/invoices/admin/invoice-drawer";
import { InvoicePageSlots } from "~/features/finance/invoices/admin/invoice-page-slots";
import { InvoicePayments } from "~/features/finance/payments/admin/invoice-payments";
import { InvoiceMessages } from "~/features/oversight/notifications/admin/record-messages";

const slots = { Messages: InvoiceMessages, Payments: InvoicePayments };

/** /admin/invoices/:invoiceId; keeps the filters of the list in the address. */
export function InvoiceScreen() {
  const { invoiceId } = useParams();
  const { search } = useLocation();
  return (
    <InvoicePageSlots value={slots}>
      <InvoiceDrawer id={invoiceId!} closePath={`/admin/invoices${search}`} />
    </InvoicePageSlots>
  );
}
