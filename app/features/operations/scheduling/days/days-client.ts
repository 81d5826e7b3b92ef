import { topicClient } from "~/platform/browser/topic-client";
import type { ClosedDays } from "../views";
import type { daysApi } from "./days-api.server";

const days = topicClient<typeof daysApi>("holiday");

export const closedDaysQuery = days.query("/admin/holidays", {});

type Change<Path> = Path extends `/admin/${infer Verb}` ? Verb : never;

/** Every change returns all days, which replace the cached ones. */
export function useDayChange<Verb extends Change<(typeof daysApi)["rows"][number]["path"]>>(verb: Verb) {
  return days.useChange(`/admin/${verb}`, (answer, queryClient) =>
    queryClient.setQueryData(closedDaysQuery.queryKey, answer as ClosedDays),
  );
}
