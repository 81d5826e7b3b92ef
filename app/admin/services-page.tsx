import { Outlet, useMatch, useParams } from "react-router";
import { ServiceList } from "~/features/catalogue/admin/service-list";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";

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
    <div className={classNames("lg:grid lg:h-full", beside && "xl:grid-cols-[minmax(0,1fr)_31rem]")}>
      <ServiceList openId={serviceId} />
      <Outlet />
    </div>
  );
}
