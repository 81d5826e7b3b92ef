import { Outlet, useMatch, useParams } from "react-router";
import { ServiceList } from "~/features/catalogue/admin/service-list";
import { m } from "~/paraglide/messages";
import { ListPage } from "~/ui/list-frame";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.admin_services_title() }) },
    { name: "robots", content: "noindex" },
  ];
}

/** /admin/services: the catalogue; one that is opened, or added, stands beside it. */
export default function ServicesPage() {
  const { serviceId } = useParams();
  const adding = useMatch("/admin/services/new") !== null;
  const beside = serviceId !== undefined || adding;
  return (
    <ListPage beside={beside}>
      <ServiceList openId={serviceId} />
      <Outlet />
    </ListPage>
  );
}
