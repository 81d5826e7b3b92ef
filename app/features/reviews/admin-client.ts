import { topicClient } from "~/platform/browser/topic-client";
import type { reviewsApi } from "./api.server";

export const aftercare = topicClient<typeof reviewsApi>("booking");
