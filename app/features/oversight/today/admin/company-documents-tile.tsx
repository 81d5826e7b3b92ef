import { useQuery } from "@tanstack/react-query";
import FileClock from "lucide-react/icons/file-clock";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { dubaiDate, formatDay } from "~/platform/time";
import { certificatesTodayQuery } from "../admin-client";
import * as links from "./links";
import { Group, Tile, Tiles } from "./tile";

/** Company documents that expire soon or have expired; hidden if none. */
export function CompanyDocumentsTile() {
  const { data } = useQuery(certificatesTodayQuery);
  if (!data?.first) return null;
  const { title, expiresOn } = data.first;
  const words = { title: bidiIsolate(title), day: formatDay(expiresOn, "fullDate") };
  return (
    <Group title={m.today_certificates_group()}>
      <Tiles>
        <Tile
          to={links.companyDocuments}
          label={m.today_certificates()}
          Icon={FileClock}
          value={<span className="text-error">{data.count}</span>}
        >
          {expiresOn < dubaiDate(new Date())
            ? m.today_certificates_expired(words)
            : m.today_certificates_first(words)}
        </Tile>
      </Tiles>
    </Group>
  );
}
