import { NewServiceDrawer } from "~/features/catalogue/admin/service-drawer";

/** /admin/services/new */
export default function NewServicePage() {
  return <NewServiceDrawer />;
}
