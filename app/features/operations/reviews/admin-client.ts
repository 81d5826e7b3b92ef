import { topicClient } from "~/platform/browser/topic-client";
import type { reviewsApi } from "./api.server";

export const reviewsClient = topicClient<typeof reviewsApi>("booking");
