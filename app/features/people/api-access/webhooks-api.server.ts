import * as z from "zod/mini";
import { type Call, endpoints, get, post } from "~/platform/http/endpoint.server";
import { pageParams } from "~/platform/lists/keyset.server";
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  renewSecret,
  sendAgain,
  sendFailedAgain,
  switchWebhook,
  type WebhookSettings,
} from "./commands/webhooks.server";
import { webhookSchema } from "./schema";
import { deliveryDetail, deliveryPage, deliveryStates, webhookList } from "./views";
import { findDelivery, listDeliveries, listWebhooks } from "./webhook-queries.server";

const settingsOf = (c: Call): WebhookSettings => {
  const { secret, webhookLoopback } = c.get("config");
  return { productSecret: secret, loopback: webhookLoopback };
};

const secretResponse = z.object({ id: z.string(), secret: z.string() });

/** Webhooks, signed by Standard Webhooks (docs/api.md). */
export const webhooksApi = endpoints("webhook", [
  get("/admin/webhooks", {
    may: "keys.manage",
    summary: "List webhooks",
    answer: webhookList,
    run: listWebhooks,
  }),

  post("/admin/webhooks", {
    may: "keys.manage",
    summary: "Add a webhook; the response shows its secret once",
    body: webhookSchema,
    answer: secretResponse,
    private: true,
    status: 201,
    run: (ctx, input, c) => addWebhook(ctx, input, settingsOf(c)),
    refuses: ["webhook-address", "too-many"],
    reply: (_ctx, _input, { id, secret }) => ({ id, secret }),
  }),

  post("/admin/webhooks/{id}", {
    may: "keys.manage",
    summary: "Change the URL or the events of a webhook",
    body: webhookSchema,
    answer: webhookList,
    run: (ctx, { id, ...input }, c) => changeWebhook(ctx, id, input, settingsOf(c)),
    refuses: ["not-found", "webhook-address"],
    reply: listWebhooks,
  }),

  post("/admin/webhooks/{id}/secret", {
    operationId: "renewWebhookSecret",
    may: "keys.manage",
    summary: "Renew the secret; for a day deliveries are also signed with the previous one",
    answer: secretResponse,
    private: true,
    run: (ctx, { id }, c) => renewSecret(ctx, id, settingsOf(c)),
    refuses: ["not-found"],
    reply: (_ctx, _input, { id, secret }) => ({ id, secret }),
  }),

  post("/admin/webhooks/{id}/switch", {
    operationId: "setWebhookEnabled",
    may: "keys.manage",
    summary: "Switch a webhook on or off; events while it is off are not delivered",
    body: z.object({ on: z.boolean() }),
    answer: webhookList,
    run: (ctx, { id, on }) => switchWebhook(ctx, id, on),
    refuses: ["not-found"],
    reply: listWebhooks,
  }),

  post("/admin/webhooks/{id}/remove", {
    may: "keys.manage",
    summary: "Remove a webhook and its log",
    answer: webhookList,
    run: (ctx, { id }) => removeWebhook(ctx, id),
    refuses: ["not-found"],
    reply: listWebhooks,
  }),

  get("/admin/webhooks/{id}/deliveries", {
    may: "keys.manage",
    summary: "Deliveries of the last 30 days, newest first",
    query: z.object({ state: z.optional(z.enum(deliveryStates)), ...pageParams }),
    answer: deliveryPage,
    run: listDeliveries,
  }),

  get("/admin/webhooks/{id}/deliveries/{deliveryId}", {
    may: "keys.manage",
    summary: "Get a delivery with its body and the response to each attempt",
    answer: deliveryDetail,
    run: (ctx, { id, deliveryId }) => findDelivery(ctx, id, deliveryId),
  }),

  post("/admin/webhooks/{id}/deliveries/{deliveryId}/replay", {
    may: "keys.manage",
    summary: "Send a delivery again with the same id",
    answer: deliveryDetail,
    run: (ctx, { id, deliveryId }) => sendAgain(ctx, id, deliveryId),
    refuses: ["not-found"],
    reply: (ctx, { id, deliveryId }) => findDelivery(ctx, id, deliveryId),
  }),

  post("/admin/webhooks/{id}/replay", {
    operationId: "replayFailedDeliveries",
    may: "keys.manage",
    summary: "Send all deliveries again that failed since a time",
    body: z.object({ since: z.iso.datetime() }),
    answer: z.object({ count: z.int() }),
    run: (ctx, { id, since }) => sendFailedAgain(ctx, id, new Date(since)),
    refuses: ["not-found"],
    reply: (_ctx, _input, { count }) => ({ count }),
  }),
]);
