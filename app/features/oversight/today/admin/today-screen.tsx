import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { dubaiDate, formatDay } from "~/platform/time";
import { useNow } from "~/ui/hooks/use-now";
import { workTodayQuery } from "../admin-client";
import { BackupTile } from "./backup-tile";
import { CompanyDocumentsTile } from "./company-documents-tile";
import { LatestActivity } from "./latest-activity";
import { Money } from "./money-tiles";
import { SetupChecklist } from "./setup-checklist";
import { VisitsOfToday } from "./visits-of-today";
import { WaitingTiles } from "./waiting-tiles";
import { WorkList } from "./work-list";

/** Dashboard of the office by permission (docs/domain.md, "Today"). */
export function TodayScreen() {
  const now = useNow(30_000);
  const seesWork = useMay("bookings.manage");
  const seesSettings = useMay("settings.manage");
  const seesBackups = useMay("backups.manage");
  return (
    <div className="flex min-h-0 flex-col lg:h-full">
      <header className="flex min-h-14 flex-wrap items-center gap-x-3 px-4 py-2.5 lg:px-6">
        <h1 className="text-lg font-semibold">{m.today_title()}</h1>
        <p className="text-sm text-muted">{formatDay(dubaiDate(now), "longDate")}</p>
      </header>
      <div className="@container relative min-h-0 grow border-t border-line lg:overflow-y-auto">
        <div className="grid max-w-[120rem] gap-x-8 gap-y-5 grid-cols-[minmax(0,1fr)] px-4 py-4 lg:px-6 @5xl:grid-cols-[minmax(0,1fr)_21rem]">
          <div className="flex min-w-0 flex-col gap-5">
            <SetupChecklist />
            {seesWork && <Work now={now} />}
            <Money />
            {seesSettings && <CompanyDocumentsTile />}
            {seesBackups && <BackupTile />}
          </div>
          <LatestActivity now={now} />
        </div>
      </div>
    </div>
  );
}

function Work({ now }: { now: Date }) {
  const work = useQuery(workTodayQuery);
  return (
    <>
      <WaitingTiles found={work} now={now} />
      <WorkList counts={work.data} now={now} />
      <VisitsOfToday found={work} />
    </>
  );
}
