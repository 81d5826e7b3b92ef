import { topicClient } from "~/platform/http/topic-client";
import type { aftercareApi } from "./api.server";

export const aftercare = topicClient<typeof aftercareApi>("booking");
