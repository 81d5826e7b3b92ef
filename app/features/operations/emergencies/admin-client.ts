import type { QueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import type { emergencyApi } from "./api.server";
import type { RunningEmergencies } from "./views";

const emergencies = topicClient<typeof emergencyApi>("booking");

/** Polls as well, because on-call shifts begin and end without an event. */
const REFRESH_MS = 30_000;

export const emergenciesQuery = {
  ...emergencies.query("/admin/emergencies", {}),
  meta: { alsoOf: ["technician"] as const },
  refetchInterval: REFRESH_MS,
  refetchIntervalInBackground: true,
};

export const useAcknowledge = () =>
  emergencies.useChange("/admin/bookings/{id}/acknowledge", keepEmergencies);
export const useDispatch = () => emergencies.useChange("/admin/bookings/{id}/dispatch", keepEmergencies);

function keepEmergencies(answer: RunningEmergencies, queryClient: QueryClient): void {
  queryClient.setQueryData(emergenciesQuery.queryKey, answer);
}
