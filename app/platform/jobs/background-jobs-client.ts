import { topicClient } from "../browser/topic-client";
import { isUnfinished } from "./background-job";
import type { backgroundJobsApi } from "./background-jobs-api.server";

const jobs = topicClient<ReturnType<typeof backgroundJobsApi>>("background-job");

const PROGRESS_MS = 1_000;
/** With the age at which a heartbeat expires, a stopped worker shows within 30 seconds. */
const WORKER_STATUS_MS = 10_000;

export const backgroundJobsQuery = {
  ...jobs.query("/admin/background-jobs", {}),
  meta: { alsoOf: ["backup"] as const },
  refetchInterval: ({ state }: { state: { data?: { jobs: { state: string }[] } } }) =>
    state.data?.jobs.some((job) => isUnfinished(job as never)) ? PROGRESS_MS : (false as const),
};

export const backgroundJobQuery = (id: string) => ({
  ...jobs.query("/admin/background-jobs/{id}", { id }),
  refetchInterval: ({ state }: { state: { data?: { job: { state: string } } } }) =>
    !state.data || isUnfinished(state.data.job as never) ? PROGRESS_MS : (false as const),
});

export const workerStatusQuery = {
  ...jobs.query("/admin/worker-status", {}),
  refetchInterval: WORKER_STATUS_MS,
};
