import { ApiScreen } from "~/features/people/api-access/admin/api-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.keys_title());

export default function ApiPage() {
  return <ApiScreen />;
}
