import { ServiceTextScreen } from "~/features/website/content/admin/service-text-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.website_services());

export default function ServiceTextPage() {
  return <ServiceTextScreen />;
}
