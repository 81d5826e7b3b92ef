import { m } from "~/paraglide/messages";
import { EmptyState } from "~/ui/screen/empty-state";
import { SettingsFrame } from "~/ui/screen/settings-frame";
import { type SettingsSectionName, settingsSections } from "../sections";
import { SettingsSection } from "./settings-section";

export function SettingsSectionScreen({ section }: { section: string }) {
  if (!Object.hasOwn(settingsSections, section)) return <EmptyState title={m.settings_no_section()} />;
  const name = section as SettingsSectionName;
  const { title, hint } = settingsSections[name];
  return (
    <SettingsFrame title={title()} hint={hint()}>
      <SettingsSection key={name} name={name} />
    </SettingsFrame>
  );
}
