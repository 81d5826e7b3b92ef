import { StatementScreen } from "~/features/finance/invoices/admin/statement-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.invoices_statement());

export default function StatementPage() {
  return <StatementScreen />;
}
