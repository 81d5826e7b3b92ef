import { OpeningBalancesScreen } from "~/features/finance/invoices/admin/opening-balances-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.opening_balances_title());

export default function OpeningBalancesPage() {
  return <OpeningBalancesScreen />;
}
