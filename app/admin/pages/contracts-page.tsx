import { contractList } from "~/features/contract-years/admin/contract-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.contract_office_title() }) },
    { name: "robots", content: "noindex" },
  ];
}

/** /admin/contracts: the list, and one contract beside it. */
export default function ContractsPage() {
  return <OfficeListPage list={contractList} />;
}
