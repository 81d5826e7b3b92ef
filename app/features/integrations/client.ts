import { topicClient } from "~/platform/http/topic-client";
import type { keysApi } from "./api.server";

const keys = topicClient<typeof keysApi>("key");

export const keysQuery = keys.query("/admin/keys", {});
export const useMakeKey = () => keys.useChange("/admin/keys");
export const useRevokeKey = (id: string) => keys.useChange("/admin/keys/{id}/revoke", undefined, { id });
