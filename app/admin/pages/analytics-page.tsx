import { AnalyticsScreen } from "~/features/oversight/analytics/admin/analytics-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.reports_title());

export default function AnalyticsPage() {
  return <AnalyticsScreen />;
}
