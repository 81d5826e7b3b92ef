import { StatementsScreen } from "~/features/finance/ledger/admin/statements-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.books_statements());

export default function StatementsPage() {
  return <StatementsScreen />;
}
