import { createHash, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import type { UnifonicConfig } from "../../config.server";
import type { ChannelProvider, MessageCost, StatusReport } from "../channel";
import { accountRefused, parseJson, requestProvider } from "./provider-request.server";

export const UNIFONIC = "unifonic";

/** Error code of a successful answer. */
const SUCCESS = "ER-00";

const sentBody = z.object({
  success: z.union([z.boolean(), z.string()]),
  message: z._default(z.nullable(z.string()), null),
  errorCode: z._default(z.nullable(z.string()), null),
  data: z.optional(
    z.nullable(
      z.object({
        MessageID: z.union([z.string(), z.number()]),
        Cost: z._default(z.nullable(z.union([z.string(), z.number()])), null),
        CurrencyCode: z._default(z.nullable(z.string()), null),
      }),
    ),
  ),
});
const errorBody = z.object({
  message: z._default(z.nullable(z.string()), null),
  errorCode: z._default(z.nullable(z.string()), null),
});

/**
 * SMS by Unifonic's REST API (https://docs.unifonic.com/docs/sending-your-first-sms-via-unifonic-api). It documents no
 * idempotency key and no search by our reference: after a lost response the outcome stays unknown until the deadline.
 */
export function unifonicProvider({ appSid, senderId, apiBase }: UnifonicConfig): ChannelProvider {
  return {
    name: UNIFONIC,

    async send({ id, recipient, content }) {
      const form = new URLSearchParams({
        ...{ AppSid: appSid, SenderID: senderId, Body: content.text, responseType: "JSON" },
        Recipient: recipient.replace(/^\+/, ""),
        CorrelationID: id,
        async: "false",
      });
      const headers = { Accept: "application/json" };
      const url = `${apiBase}/rest/SMS/messages`;
      const response = await requestProvider(url, { method: "POST", headers, body: form }, describeError);
      if (!response.ok) return response.failure;
      const { success, message, errorCode, data } = sentBody.parse(response.body);
      // Some rejections are answered with status 200.
      if (String(success) !== "true" || !data || (errorCode ?? SUCCESS) !== SUCCESS) {
        const reason = describeReason(errorCode ?? "rejected", message);
        return isUnfunded(message) ? accountRefused(reason) : { outcome: "rejected", reason };
      }
      return {
        outcome: "sent",
        providerId: String(data.MessageID),
        cost: costOf(data.Cost, data.CurrencyCode),
      };
    },
  };
}

/**
 * "No rate found or insufficient funds". Its code, ER-01, has other meanings in other answers
 * (https://docs.unifonic.com/docs/understanding-reasons-of-sms-non-delivery).
 */
function isUnfunded(message: string | null): boolean {
  return /insufficient (?:funds|balance)|no balance/i.test(message ?? "");
}

/**
 * 402: no balance, or the application ID is missing; 409: duplicate
 * (https://docs.unifonic.com/reference/http-status-codes).
 */
function describeError(body: unknown, status: number) {
  const parsed = errorBody.safeParse(body);
  const { message, errorCode } = parsed.success ? parsed.data : { message: null, errorCode: null };
  return {
    reason: describeReason(errorCode ?? String(status), message),
    isAccountRefused: isUnfunded(message),
  };
}

function describeReason(code: string, message: string | null): string {
  return message ? `Unifonic ${code}: ${message}` : `Unifonic ${code}`;
}

function costOf(cost: string | number | null, currency: string | null): MessageCost | undefined {
  const micros = Math.round(Number(cost) * 1_000_000);
  return cost !== null && currency && Number.isFinite(micros) && micros >= 0
    ? { micros, currency: currency.toUpperCase() }
    : undefined;
}

/** Unifonic signs nothing, so that the registered address contains a key. */
export function isUnifonicKey({ webhookKey }: Pick<UnifonicConfig, "webhookKey">, key: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(webhookKey), digest(key));
}

const STATES: Readonly<Record<string, StatusReport["state"]>> = {
  delivered: "delivered",
  undeliverable: "failed",
  undelivered: "failed",
  rejected: "failed",
  failed: "failed",
};

/**
 * Delivery receipt, as a form or as JSON. Null for states that change nothing. It does not contain our reference
 * (https://docs.unifonic.com/docs/receiving-delivery-status-via-webhook).
 */
export function unifonicReport(body: string, now: Date): StatusReport | null {
  const json = z.safeParse(receiptBody, parseJson(body));
  const { MessageID, DLR } = json.success ? json.data : Object.fromEntries(new URLSearchParams(body));
  const state = STATES[(DLR ?? "").toLowerCase()];
  if (!MessageID || !state) return null;
  return {
    ...{ provider: UNIFONIC, providerId: String(MessageID), id: null, state, at: now },
    ...(state === "failed" && { error: `Unifonic ${DLR}` }),
  };
}

const receiptBody = z.object({
  MessageID: z.union([z.string(), z.number()]),
  DLR: z._default(z.nullable(z.string()), null),
});
