import { topicClient } from "~/platform/browser/topic-client";
import type { Topic } from "~/platform/events/events";
import type { activityApi } from "./api.server";
import { eventTypes } from "./labels";

const activity = topicClient<typeof activityApi>("account");

/** Every event adds an entry. */
const alsoOf = [...new Set(eventTypes.map((type) => type.split(".")[0] as Topic))];

export interface TrailFilter {
  search?: string;
  by?: string;
  kind?: string;
  type?: string;
  from?: string;
  until?: string;
}

export const trailQuery = (filter: TrailFilter) => ({
  ...activity.pages("/admin/activity", filter),
  meta: { alsoOf },
});
export const trailPeopleQuery = activity.query("/admin/activity/people", {});
export const trailEntryQuery = (id: string) => activity.query("/admin/activity/{id}", { id });
