import { NewServiceDrawer } from "~/features/core/catalogue/admin/service-drawer";

export default function NewServicePage() {
  return <NewServiceDrawer />;
}
