import type { QueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import type { emergencyApi } from "./api.server";
import { RING_EVERY_SECONDS } from "./emergency";
import type { OnCallPage, RunningEmergencies } from "./views";

const emergencies = topicClient<typeof emergencyApi>("booking");

/** Polls as well, because on-call shifts begin and end without an event. */
const REFRESH_MS = 30_000;

export const emergenciesQuery = {
  ...emergencies.query("/admin/emergencies", {}),
  meta: { alsoOf: ["technician"] as const },
  refetchInterval: ({ state }: { state: { data?: RunningEmergencies | undefined } }) =>
    refreshMs(state.data?.emergencies.flatMap(({ paged }) => paged)),
  refetchIntervalInBackground: true,
};

export const onCallPagesQuery = (id: string) => ({
  ...emergencies.query("/admin/bookings/{id}/on-call-pages", { id }),
  refetchInterval: ({ state }: { state: { data?: { pages: OnCallPage[] } | undefined } }) =>
    refreshMs(state.data?.pages),
});

/** Rings change the page without an event. */
function refreshMs(pages: readonly OnCallPage[] = []): number {
  return pages.some(({ isRinging }) => isRinging) ? RING_EVERY_SECONDS * 1000 : REFRESH_MS;
}

export const useAcknowledge = () =>
  emergencies.useChange("/admin/bookings/{id}/acknowledge", keepEmergencies);
export const useDispatch = () => emergencies.useChange("/admin/bookings/{id}/dispatch", keepEmergencies);

function keepEmergencies(answer: RunningEmergencies, queryClient: QueryClient): void {
  queryClient.setQueryData(emergenciesQuery.queryKey, answer);
}
