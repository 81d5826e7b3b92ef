import { useParams } from "react-router";
import { ServiceDrawer } from "~/features/core/catalogue/admin/service-drawer";

export default function ServicePage() {
  const { serviceId } = useParams();
  return <ServiceDrawer id={serviceId!} />;
}
