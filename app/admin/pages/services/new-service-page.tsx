import { NewServiceDrawer } from "~/features/catalogue/admin/service-drawer";

export default function NewServicePage() {
  return <NewServiceDrawer />;
}
