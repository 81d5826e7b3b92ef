import { serviceList } from "~/features/core/catalogue/admin/service-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.admin_services_title());

/** /admin/services: the catalogue with an opened or new service beside it. */
export default function ServicesPage() {
  return <OfficeListPage list={serviceList} />;
}
