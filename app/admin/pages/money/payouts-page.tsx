import { payoutList } from "~/features/finance/payments/admin/payout-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.payments_payouts());

/** /admin/payments/payouts: payouts of the card provider and its fees. */
export default function PayoutsPage() {
  return <OfficeListPage list={payoutList} />;
}
