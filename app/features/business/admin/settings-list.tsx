import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { ListFailed, ListWaiting } from "~/ui/list/list-states";
import { settingsQuery } from "../client";
import { SettingsForm } from "./settings-form";

/** All settings, a section a group. */
export function SettingsList() {
  const found = useQuery(settingsQuery);
  return (
    <div className="flex min-h-0 flex-col lg:h-full">
      <header className="px-4 pt-4 pb-3 lg:px-6 lg:pt-5">
        <h1 className="text-lg font-semibold">{m.settings_title()}</h1>
        <p className="text-xs text-muted">{m.settings_hint()}</p>
        <Link to="/admin/taking-over" className="text-sm font-medium text-brass-text hover:underline">
          {m.taking_over_way()}
        </Link>
      </header>
      <div className="min-h-0 grow border-t border-line lg:overflow-y-auto">
        {found.data ? (
          <div className="flex max-w-3xl flex-col gap-10 px-4 py-6 lg:px-6">
            {found.data.groups.map((group) => (
              // Somebody else's change begins the form anew.
              <SettingsForm key={`${group.group} ${group.version}`} {...group} />
            ))}
          </div>
        ) : found.isError ? (
          <ListFailed reason={found.error.message} onRetry={() => found.refetch()} />
        ) : (
          <ListWaiting />
        )}
      </div>
    </div>
  );
}
