import { paymentList } from "~/features/finance/payments/admin/payment-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.payments_title());

/** /admin/payments: the list with an opened payment beside it. */
export default function PaymentsPage() {
  return <OfficeListPage list={paymentList} />;
}
