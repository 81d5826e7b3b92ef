import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/http-client";
import type { RunningEmergencies } from "../views";

/** Starts with the live topic that makes it stale (app/platform/live-client.ts). */
const TOPIC = "booking";

/** Who is on call changes with the clock, which is no event; and it must not depend on one connection alone. */
const REFRESH_MS = 30_000;

export const emergenciesQuery = queryOptions({
  queryKey: [TOPIC, "emergencies"],
  queryFn: ({ signal }) => getJson<RunningEmergencies>("/api/admin/emergencies", {}, signal),
  meta: { alsoOf: ["technician"] },
  refetchInterval: REFRESH_MS,
  refetchIntervalInBackground: true,
});

export const useAcknowledge = () =>
  useEmergencyChange((id: string) =>
    postJson<RunningEmergencies>(`/api/admin/bookings/${id}/acknowledge`, {}),
  );

export const useDispatch = () =>
  useEmergencyChange(({ id, technicianId }: { id: string; technicianId: string }) =>
    postJson<RunningEmergencies>(`/api/admin/bookings/${id}/dispatch`, { technicianId }),
  );

function useEmergencyChange<Input>(change: (input: Input) => Promise<RunningEmergencies>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (running) => queryClient.setQueryData(emergenciesQuery.queryKey, running),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [TOPIC] });
    },
  });
}
