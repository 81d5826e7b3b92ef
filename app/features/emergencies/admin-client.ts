import type { QueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import type { emergencyApi } from "./api.server";
import type { RunningEmergencies } from "./views";

/** The office hears of an emergency as of every booking. */
const emergencies = topicClient<typeof emergencyApi>("booking");

/** Who is on call changes with the clock, which is no event; and it must not depend on one connection alone. */
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
