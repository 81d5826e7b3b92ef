import { topicClient } from "../browser/topic-client";
import { isUnderWay } from "./long-work";
import type { longWorkApi } from "./long-work-api.server";

const work = topicClient<ReturnType<typeof longWorkApi>>("long-work");

/** How often progress is asked for; that something began or ended is announced. */
const PROGRESS_MS = 1_000;

export const workListQuery = {
  ...work.query("/admin/work", {}),
  meta: { alsoOf: ["backup"] as const },
  refetchInterval: ({ state }: { state: { data?: { work: { state: string }[] } } }) =>
    state.data?.work.some((one) => isUnderWay(one as never)) ? PROGRESS_MS : (false as const),
};

export const workQuery = (id: string) => ({
  ...work.query("/admin/work/{id}", { id }),
  refetchInterval: ({ state }: { state: { data?: { work: { state: string } } } }) =>
    !state.data || isUnderWay(state.data.work as never) ? PROGRESS_MS : (false as const),
});
