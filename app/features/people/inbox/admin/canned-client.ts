import { topicClient } from "~/platform/browser/topic-client";
import type { cannedRepliesApi } from "../canned/api.server";

export const cannedReplies = topicClient<typeof cannedRepliesApi>("inbox");

export const cannedRepliesQuery = (search: string) =>
  cannedReplies.pages("/admin/canned-replies", { search });
