import { topicClient } from "../browser/topic-client";
import { isUnfinished } from "./background-job";
import type { backgroundJobsApi } from "./background-jobs-api.server";

const work = topicClient<ReturnType<typeof backgroundJobsApi>>("long-work");

/** How often progress is asked for; that something began or ended is announced. */
const PROGRESS_MS = 1_000;

export const backgroundJobsQuery = {
  ...work.query("/admin/background-jobs", {}),
  meta: { alsoOf: ["backup"] as const },
  refetchInterval: ({ state }: { state: { data?: { work: { state: string }[] } } }) =>
    state.data?.work.some((one) => isUnfinished(one as never)) ? PROGRESS_MS : (false as const),
};

export const backgroundJobQuery = (id: string) => ({
  ...work.query("/admin/background-jobs/{id}", { id }),
  refetchInterval: ({ state }: { state: { data?: { work: { state: string } } } }) =>
    !state.data || isUnfinished(state.data.work as never) ? PROGRESS_MS : (false as const),
});
