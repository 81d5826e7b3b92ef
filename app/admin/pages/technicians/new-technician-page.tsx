import { useLocation } from "react-router";
import { NewTechnicianDrawer } from "~/features/operations/scheduling/admin/technician-drawer";

export default function NewTechnicianPage() {
  const { search } = useLocation();
  return <NewTechnicianDrawer listPath="/admin/technicians" search={search} />;
}
