import { useQuery } from "@tanstack/react-query";
import { ListFailed, ListLoading } from "~/ui/list/list-states";
import { settingsQuery } from "../admin-client";
import { type SettingsPart, type SettingsSectionName, settingsSections } from "../sections";
import { LogoField } from "./logo-field";
import { MessageChannels } from "./message-channels";
import { SettingsForm } from "./settings-form";
import { VatRates } from "./vat-rates";

export function SettingsSection({ name }: { name: SettingsSectionName }) {
  const found = useQuery(settingsQuery);
  const parts: readonly SettingsPart[] = settingsSections[name].parts;
  if (found.isError && !found.data) {
    return <ListFailed reason={found.error.message} onRetry={() => found.refetch()} />;
  }
  if (!found.data) return <ListLoading />;
  return (
    <div className="flex max-w-3xl flex-col gap-10">
      {name === "identity" && <LogoField />}
      {name === "channels" && <MessageChannels />}
      {parts.map(({ group, names, title }) => {
        const { values, version } = found.data.groups.find((name) => name.group === group)!;
        return (
          <SettingsForm
            // A concurrent change resets the form. A group can have several parts.
            key={`${group} ${names[0]} ${version}`}
            label={(title ?? settingsSections[name].title)()}
            titled={title !== undefined}
            group={group}
            version={version}
            values={Object.fromEntries(names.map((name) => [name, values[name]]))}
          />
        );
      })}
      {name === "tax" && <VatRates />}
    </div>
  );
}
