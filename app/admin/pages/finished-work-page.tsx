import { finishedWorkListPage } from "~/features/finance/invoices/admin/finished-work-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.finished_work_title());

/** /admin/finished-work: work to be completed and invoiced. */
export default function FinishedWorkPage() {
  return <OfficeListPage list={finishedWorkListPage} />;
}
