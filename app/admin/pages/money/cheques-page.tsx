import { chequeList } from "~/features/finance/payments/admin/cheque-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.payments_cheques());

/** /admin/payments/cheques: the list with an opened cheque beside it. */
export default function ChequesPage() {
  return <OfficeListPage list={chequeList} />;
}
