import { useQuery } from "@tanstack/react-query";
import Archive from "lucide-react/icons/archive";
import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { localPath } from "~/platform/locale/locale";
import type { StateTone } from "~/platform/state-tone";
import { formatTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ListFailed, ListLoading } from "~/ui/list/list-states";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { SettingsFrame } from "~/ui/screen/settings-frame";
import { SettingsSection } from "../../../core/business/admin/settings-section";
import { settingsSections } from "../../../core/business/sections";
import { backupsQuery, useMakeBackup } from "../admin-client";
import { labelForFailure } from "../labels";
import type { BackupsView, BackupView } from "../views";
import { formatBytes } from "./bytes";

export function BackupsScreen() {
  const found = useQuery(backupsQuery);
  const make = useMakeBackup();
  const { title, hint } = settingsSections.backups;
  const view = found.data;
  const activeBackup = view?.backups.find(({ state }) => state === "waiting" || state === "running");
  return (
    <SettingsFrame
      title={title()}
      hint={hint()}
      action={
        view?.isConfigured && (
          <Button
            size="small"
            disabled={make.isPending || activeBackup !== undefined}
            onClick={() => make.mutate({})}
          >
            <Archive aria-hidden />
            {m.backups_create()}
          </Button>
        )
      }
    >
      <ChangeRefused error={make.error} />
      {view ? (
        <div className="flex max-w-3xl flex-col gap-8">
          {!view.isConfigured && <NotSetUp />}
          {activeBackup && <Progress backup={activeBackup} />}
          <State view={view} />
          <SettingsSection name="backups" />
          <List backups={view.backups} />
        </div>
      ) : found.isError ? (
        <ListFailed reason={found.error.message} onRetry={() => found.refetch()} />
      ) : (
        <ListLoading />
      )}
    </SettingsFrame>
  );
}

function NotSetUp() {
  return (
    <div className="rounded border border-brass-text bg-brass-soft px-4 py-3 text-sm text-brass-text">
      <p className="font-medium">{m.backups_not_set_up()}</p>
      <p>{m.backups_not_set_up_hint()}</p>
    </div>
  );
}

function Progress({ backup: { state, bytesDone, bytesTotal } }: { backup: BackupView }) {
  const known = state === "running" && bytesTotal !== null && bytesTotal > 0;
  const percent = known ? Math.round((100 * Math.min(bytesDone, bytesTotal)) / bytesTotal) : 0;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded border border-line bg-surface px-4 py-3 text-sm">
      <span className="font-medium">{m.backups_running()}</span>
      <span
        role="progressbar"
        aria-label={m.backups_running()}
        aria-valuemin={0}
        aria-valuemax={100}
        // Absent while the total is unknown, which makes the bar indeterminate.
        aria-valuenow={known ? percent : undefined}
        className="h-2 w-48 overflow-hidden rounded-full bg-sunken"
      >
        <span className="block h-full rounded-full bg-calm" style={{ width: `${known ? percent : 0}%` }} />
      </span>
      <span className="figures text-muted">
        {known
          ? m.backups_progress({ done: formatBytes(bytesDone), total: formatBytes(bytesTotal) })
          : m.backups_starting()}
      </span>
      <p className="w-full text-xs text-muted">{m.backups_background_hint()}</p>
    </div>
  );
}

function State({ view }: { view: BackupsView }) {
  const last = view.backups.find(({ state }) => state === "done");
  const ended = view.backups.find(({ state }) => state === "done" || state === "failed");
  const never = <span className="text-muted">{m.backups_never()}</span>;
  return (
    <div className="flex flex-col gap-3">
      {ended?.failure && <Warning>{m.backups_last_failed({ why: labelForFailure(ended.failure) })}</Warning>}
      {view.log.failure && (
        <Warning>
          {(view.log.failure.reason === "bucket" ? m.backups_log_not_in_bucket : m.backups_log_failed)({
            why: labelForFailure(view.log.failure),
          })}
        </Warning>
      )}
      <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
        <Figure name={m.backups_last()}>
          {last ? formatTime(last.endedAt ?? last.requestedAt, "fullDateTime") : never}
        </Figure>
        {view.embedded && (
          <>
            <Figure name={m.backups_restorable()}>
              {view.restorable.length === 0 && never}
              {view.restorable.map(({ from, until }) => (
                <span key={from} className="block">
                  {until === null
                    ? m.backups_restorable_from({ moment: formatTime(from, "fullDateTime") })
                    : m.backups_restorable_between({
                        from: formatTime(from, "fullDateTime"),
                        until: formatTime(until, "fullDateTime"),
                      })}
                </span>
              ))}
              {view.restorable.some(({ until }) => until !== null) && (
                <span className="block text-muted">{m.backups_restorable_gap()}</span>
              )}
            </Figure>
            <Figure name={m.backups_log()}>
              {view.log.copiedAt ? formatTime(view.log.copiedAt, "fullDateTime") : never}
            </Figure>
          </>
        )}
        <Figure name={m.backups_folder()}>
          <span className="break-all" dir="ltr">
            {view.folder}
          </span>
          {view.bucket && <span className="block text-muted">{m.backups_bucket()}</span>}
        </Figure>
      </dl>
      <p className="text-sm text-muted">{view.embedded ? m.backups_embedded() : m.backups_external()}</p>
    </div>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded border border-error px-4 py-3 text-sm text-error">
      {children}
    </p>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

const origins: Record<BackupView["origin"], () => string> = {
  office: m.backups_by_office,
  schedule: m.backups_by_schedule,
  command: m.backups_by_command,
};

const states: Record<BackupView["state"], { tone: StateTone; label: () => string }> = {
  waiting: { tone: "waiting", label: m.backups_state_waiting },
  running: { tone: "active", label: m.backups_state_running },
  done: { tone: "done", label: m.backups_state_done },
  failed: { tone: "waiting", label: m.backups_state_failed },
};

function List({ backups }: { backups: BackupView[] }) {
  return (
    <section aria-labelledby="backups-made" className="flex flex-col gap-2">
      <h3 id="backups-made" className="text-sm font-semibold">
        {m.backups_all()}
      </h3>
      {backups.length === 0 && <p className="text-sm text-muted">{m.backups_none()}</p>}
      <ul className="flex flex-col">
        {backups.map((backup) => (
          <li
            key={backup.id}
            className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line py-2.5 text-sm last:border-0"
          >
            <span className="figures w-44">{formatTime(backup.requestedAt, "fullDateTime")}</span>
            <Badge tone={states[backup.state].tone}>{states[backup.state].label()}</Badge>
            <span className="text-muted">{origins[backup.origin]()}</span>
            {backup.copied && <span className="text-muted">{m.backups_copied()}</span>}
            {backup.sizeBytes !== null && (
              <span className="figures ms-auto text-end">{formatBytes(backup.sizeBytes)}</span>
            )}
            {backup.name && (
              <a
                href={localPath(`/api/admin/backups/${backup.id}/archive`)}
                download
                dir="ltr"
                className="w-full text-xs break-all text-muted underline underline-offset-2"
              >
                {`${backup.name}.age`}
              </a>
            )}
            {backup.failure && <p className="w-full text-xs text-error">{labelForFailure(backup.failure)}</p>}
            {backup.copyFailure && (
              <p className="w-full text-xs text-error">
                {m.backups_failure_bucket()} <span>{backup.copyFailure}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
