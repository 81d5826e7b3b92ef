import { topicClient } from "~/platform/browser/topic-client";
import type { keysApi } from "./api.server";
import type { webhooksApi } from "./webhooks-api.server";

const keys = topicClient<typeof keysApi>("key");

export const keysQuery = keys.query("/admin/keys", {});
export const useMakeKey = () => keys.useChange("/admin/keys");
export const useRevokeKey = (id: string) => keys.useChange("/admin/keys/{id}/revoke", undefined, { id });

const webhooks = topicClient<typeof webhooksApi>("webhook");

export const webhooksQuery = webhooks.query("/admin/webhooks", {});
export const deliveriesQuery = (id: string) => webhooks.pages("/admin/webhooks/{id}/deliveries", { id });
export const deliveryQuery = (id: string, deliveryId: string) =>
  webhooks.query("/admin/webhooks/{id}/deliveries/{deliveryId}", { id, deliveryId });
export const useAddWebhook = () => webhooks.useChange("/admin/webhooks");
export const useChangeWebhook = (id: string) => webhooks.useChange("/admin/webhooks/{id}", undefined, { id });
export const useRenewSecret = (id: string) =>
  webhooks.useChange("/admin/webhooks/{id}/secret", undefined, { id });
export const useSwitchWebhook = (id: string) =>
  webhooks.useChange("/admin/webhooks/{id}/switch", undefined, { id });
export const useRemoveWebhook = (id: string) =>
  webhooks.useChange("/admin/webhooks/{id}/remove", undefined, { id });
export const useReplay = (id: string) =>
  webhooks.useChange("/admin/webhooks/{id}/deliveries/{deliveryId}/replay", undefined, { id });
export const useReplayFailed = (id: string) =>
  webhooks.useChange("/admin/webhooks/{id}/replay", undefined, { id });
