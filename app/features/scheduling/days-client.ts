import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/http-client";
import type { ClosedDays, HolidayView, SeasonView } from "./views";

/** The live topic that makes it stale (app/platform/live-client.ts). */
const TOPIC = "holiday";

export const closedDaysQuery = queryOptions({
  queryKey: [TOPIC],
  queryFn: ({ signal }) => getJson<ClosedDays>("/api/admin/holidays", {}, signal),
});

/** What can be changed, with what each change takes. */
interface DayChanges {
  holidays: Pick<HolidayView, "day" | "name" | "tentative">;
  "holidays/confirm": { day: string };
  "holidays/open": { day: string };
  "holidays/close": { day: string };
  "holidays/remove": { day: string };
  seasons: Omit<SeasonView, "id">;
  "seasons/cancel": { id: string };
}

/** Every change is answered with all days as they are then. */
export function useDayChange<Verb extends keyof DayChanges>(verb: Verb) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: DayChanges[Verb]) => postJson<ClosedDays>(`/api/admin/${verb}`, input),
    onSuccess: (days) => queryClient.setQueryData(closedDaysQuery.queryKey, days),
    onError: () => {
      void queryClient.invalidateQueries({ queryKey: [TOPIC] });
    },
  });
}
