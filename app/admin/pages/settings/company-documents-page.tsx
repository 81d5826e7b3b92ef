import { CompanyCertificatesScreen } from "~/features/website/content/admin/company-certificates-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.website_certificates());

export default function CompanyDocumentsPage() {
  return <CompanyCertificatesScreen />;
}
