import { ServiceTextsScreen } from "~/features/website/content/admin/service-texts-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.website_services());

export default function ServiceTextsPage() {
  return <ServiceTextsScreen />;
}
