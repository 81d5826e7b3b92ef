import { ConnectionsScreen } from "~/features/core/provider-checks/admin/connections-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.connections_title());

export default function ConnectionsPage() {
  return <ConnectionsScreen />;
}
