import { serviceList } from "~/features/catalogue/admin/service-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.admin_services_title() }) },
    { name: "robots", content: "noindex" },
  ];
}

/** /admin/services: the catalogue; one that is opened, or added, stands beside it. */
export default function ServicesPage() {
  return <OfficeListPage list={serviceList} />;
}
