import { SettingsSectionScreen } from "~/features/core/business/admin/settings-section-screen";
import type { Route } from "./+types/settings-section-page";

/** /admin/settings/:section; the first section by default where it fits beside the list. */
export default function SettingsSectionPage({ params }: Route.ComponentProps) {
  return <SettingsSectionScreen section={params.section ?? "identity"} />;
}
