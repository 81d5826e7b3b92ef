import { useQuery } from "@tanstack/react-query";
import Archive from "lucide-react/icons/archive";
import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { backupStateQuery } from "../../../people/backups/admin-client";
import type { BackupState } from "../../../people/backups/views";
import * as links from "./links";
import { Group, Tile, Tiles } from "./tile";

const words: Record<Exclude<BackupState["state"], "off">, () => string> = {
  ok: m.backups_tile_ok,
  late: m.backups_tile_late,
  failed: m.backups_tile_failed,
  none: m.backups_tile_none,
};

/** Time and state of the last backup; hidden if backups are not configured. */
export function BackupTile() {
  const { data } = useQuery(backupStateQuery);
  if (!data || data.state === "off") return null;
  const { state, lastAt } = data;
  return (
    <Group title={m.backups_tile_group()}>
      <Tiles>
        <Tile
          to={links.backups}
          label={m.backups_tile()}
          Icon={Archive}
          value={<span className={state === "ok" ? undefined : "text-error"}>{words[state]()}</span>}
          quiet={state === "ok"}
        >
          {lastAt ? m.backups_tile_last({ at: formatTime(lastAt, "dateTime") }) : m.backups_tile_never()}
        </Tile>
      </Tiles>
    </Group>
  );
}
