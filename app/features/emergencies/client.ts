import { topicClient } from "~/platform/browser/topic-client";
import type { emergencyCallApi } from "./calls-api.server";

/** What the phone of a technician on call asks and answers. It hears of it as of its visits. */
const calls = topicClient<typeof emergencyCallApi>("visit");

/** It must not depend on one connection alone, and what is kept is of no use: two may answer at once. */
const REFRESH_MS = 30_000;

export const emergencyCallsQuery = {
  ...calls.query("/technician/emergencies", {}),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: "always" as const,
};

export const useAccept = () => calls.useChange("/technician/emergencies/{bookingId}/accept");
export const usePassOn = () => calls.useChange("/technician/emergencies/{bookingId}/pass-on");
