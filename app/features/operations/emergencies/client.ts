import { topicClient } from "~/platform/browser/topic-client";
import type { emergencyCallApi } from "./calls-api.server";

/** Refreshed by the same live topic as the technician's visits. */
const calls = topicClient<typeof emergencyCallApi>("visit");

/** Polls as well and bypasses the cache, because another technician may accept at any time. */
const REFRESH_MS = 30_000;

export const emergencyCallsQuery = {
  ...calls.query("/technician/emergencies", {}),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: "always" as const,
};

export const useAccept = () => calls.useChange("/technician/emergencies/{bookingId}/accept");
export const usePassOn = () => calls.useChange("/technician/emergencies/{bookingId}/decline");
