import { SettingsSection } from "~/features/core/business/admin/settings-section";
import { type SettingsSectionName, settingsSections } from "~/features/core/business/sections";
import { m } from "~/paraglide/messages";
import { EmptyState } from "~/ui/screen/empty-state";
import { SettingsFrame } from "~/ui/screen/settings-frame";
import type { Route } from "./+types/settings-section-page";

/** /admin/settings/:section; the first section by default where it fits beside the list. */
export default function SettingsSectionPage({ params: { section = "identity" } }: Route.ComponentProps) {
  if (!Object.hasOwn(settingsSections, section)) return <EmptyState title={m.settings_no_section()} />;
  const name = section as SettingsSectionName;
  const { title, hint } = settingsSections[name];
  return (
    <SettingsFrame title={title()} hint={hint()}>
      <SettingsSection key={name} name={name} />
    </SettingsFrame>
  );
}
