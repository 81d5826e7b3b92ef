import { technicianList } from "~/features/scheduling/admin/technician-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.admin_people_title() }) },
    { name: "robots", content: "noindex" },
  ];
}

/** /admin/technicians: the list; one that is opened, or taken on, stands beside it. */
export default function TechniciansPage() {
  return <OfficeListPage list={technicianList} />;
}
