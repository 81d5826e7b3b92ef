import { Outlet, useMatch, useParams } from "react-router";
import { TechnicianList } from "~/features/scheduling/admin/technician-list";
import { m } from "~/paraglide/messages";
import { ListPage } from "~/ui/list-frame";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.admin_people_title() }) },
    { name: "robots", content: "noindex" },
  ];
}

/** /admin/technicians: the list; one that is opened, or taken on, stands beside it. */
export default function TechniciansPage() {
  const { technicianId } = useParams();
  const adding = useMatch("/admin/technicians/new") !== null;
  const beside = technicianId !== undefined || adding;
  return (
    <ListPage beside={beside}>
      <TechnicianList openId={technicianId} />
      <Outlet />
    </ListPage>
  );
}
