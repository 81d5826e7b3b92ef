import { topicClient } from "~/platform/browser/topic-client";
import type { seriesApi } from "./api.server";

/** What is repeated of one's own bookings. */
export const ownSeriesQuery = topicClient<typeof seriesApi>("booking").query("/account/series", {});
