import { PapersScreen } from "~/features/content/admin/papers-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.website_papers());

/** /admin/settings/papers */
export default function PapersPage() {
  return <PapersScreen />;
}
