import { PortfolioScreen } from "~/features/website/content/admin/portfolio-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.website_portfolio());

export default function PortfolioPage() {
  return <PortfolioScreen />;
}
