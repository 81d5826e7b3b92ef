import { technicianList } from "~/features/operations/scheduling/admin/technician-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.admin_people_title());

/** /admin/technicians: the list with an opened or new technician beside it. */
export default function TechniciansPage() {
  return <OfficeListPage list={technicianList} />;
}
