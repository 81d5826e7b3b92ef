import { payoutList } from "~/features/payments/admin/payout-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.payments_payouts());

/** /admin/payments/payouts: what the card provider paid to our bank, and what it kept. */
export default function PayoutsPage() {
  return <OfficeListPage list={payoutList} />;
}
