import * as z from "zod/mini";
import { endpoints, get, okResponse, post, respondOk } from "../http/endpoint.server";
import { addPushSubscription, removePushSubscription } from "./push-subscriptions.server";
import { vapidKeys } from "./vapid.server";

const subscription = z.object({
  endpoint: z.string().check(z.maxLength(2000), z.regex(/^https?:\/\/[!-~]+$/)),
  keys: z.object({
    /** Uncompressed point of P-256 and 16 random bytes, in base64url. */
    p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{87}$/)),
    auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)),
  }),
});

export const pushApi = endpoints("account", [
  get("/push-subscriptions/key", {
    operationId: "getPushKey",
    may: "notifications.receive",
    summary: "Public key with which a browser subscribes to push messages (`applicationServerKey`)",
    answer: z.object({ publicKey: z.string() }),
    run: (_ctx, _input, call) => ({ publicKey: vapidKeys(call.get("config")).publicKey }),
  }),

  post("/push-subscriptions", {
    operationId: "addPushSubscription",
    may: "notifications.receive",
    summary: "Send push messages to this device, until it is signed out",
    description: "The body is the browser's `PushSubscription`.",
    body: subscription,
    answer: okResponse,
    run: addPushSubscription,
    reply: respondOk,
  }),

  post("/push-subscriptions/remove", {
    operationId: "removePushSubscription",
    may: "notifications.receive",
    summary: "Send no more push messages to this device",
    answer: okResponse,
    run: (ctx) => removePushSubscription(ctx),
    reply: respondOk,
  }),
]);
