import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatBytes } from "~/features/people/backups/admin/bytes";
import { m } from "~/paraglide/messages";
import { type BackgroundJobSummary, isUnfinished } from "~/platform/jobs/background-job";
import { backgroundJobsQuery } from "~/platform/jobs/background-jobs-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { ListFailed, ListLoading } from "~/ui/list/list-states";
import { EmptyState } from "~/ui/screen/empty-state";
import { JobProgress } from "~/ui/screen/job-progress";
import { Section } from "~/ui/section";

/** Name and result page of each kind of job. */
const kinds: Record<
  BackgroundJobSummary["kind"],
  { label: () => string; page: (id: string) => string; count?: (amount: number) => string }
> = {
  "customer-import": { label: m.background_jobs_kind_customer_import, page: (id) => `/admin/imports/${id}` },
  "booking-import": { label: m.background_jobs_kind_booking_import, page: (id) => `/admin/imports/${id}` },
  backup: { label: m.background_jobs_kind_backup, page: () => "/admin/settings/backups", count: formatBytes },
};

/** /admin/background-jobs: running jobs, and those of the last days. */
export function BackgroundJobsScreen() {
  const found = useQuery(backgroundJobsQuery);
  const running = found.data?.jobs.filter(isUnfinished) ?? [];
  const ended = found.data?.jobs.filter((job) => !isUnfinished(job)) ?? [];
  return (
    <div className="flex min-h-0 flex-col lg:h-full">
      <header className="px-4 pt-4 pb-3 lg:px-6 lg:pt-5">
        <h1 className="text-lg font-semibold">{m.background_jobs_title()}</h1>
        <p className="text-xs text-muted">{m.background_jobs_hint()}</p>
      </header>
      <div className="relative min-h-0 grow border-t border-line lg:overflow-y-auto">
        {!found.data ? (
          found.isError ? (
            <ListFailed reason={found.error.message} onRetry={() => found.refetch()} />
          ) : (
            <ListLoading />
          )
        ) : found.data.jobs.length === 0 ? (
          <EmptyState title={m.background_jobs_none()} />
        ) : (
          <div className="flex max-w-3xl flex-col gap-6 px-4 py-6 lg:px-6">
            <Part title={m.background_jobs_running()} jobs={running} />
            <Part title={m.background_jobs_ended()} jobs={ended} />
          </div>
        )}
      </div>
    </div>
  );
}

function Part({ title, jobs }: { title: string; jobs: BackgroundJobSummary[] }) {
  if (jobs.length === 0) return null;
  return (
    <Section title={title} heading="h2">
      <ul className="flex flex-col">
        {jobs.map((job) => (
          <Line key={job.id} job={job} />
        ))}
      </ul>
    </Section>
  );
}

function Line({ job }: { job: BackgroundJobSummary }) {
  const { id, kind, label: about, startedAt } = job;
  const { label, page, count } = kinds[kind];
  const time = formatTime(startedAt, "fullDateTime");
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 last:border-0">
      <div className="min-w-52 grow basis-0">
        <p className="text-sm font-medium">
          <Link to={page(id)} className="text-link hover:underline">
            {label()}
          </Link>{" "}
          <bdi className="font-normal text-muted">{about}</bdi>
        </p>
        <p className="figures text-xs text-muted">{startedByText(job, time)}</p>
      </div>
      <JobProgress job={job} label={label()} count={count} />
    </li>
  );
}

function startedByText({ origin, startedBy }: BackgroundJobSummary, time: string): string {
  if (startedBy) return m.background_jobs_by({ name: bidiIsolate(startedBy), time });
  if (origin === "clock") return m.background_jobs_by_schedule({ time });
  return origin === "command" ? m.background_jobs_by_command({ time }) : time;
}
