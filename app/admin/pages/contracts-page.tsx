import { contractList } from "~/features/finance/contracts/admin/contract-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.contract_office_title());

/** /admin/contracts: the list with an opened contract beside it. */
export default function ContractsPage() {
  return <OfficeListPage list={contractList} />;
}
