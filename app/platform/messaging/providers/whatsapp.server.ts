import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import type { WhatsappConfig } from "../../config.server";
import type { ChannelProvider, MessageContent, StatusReport } from "../channel";
import { requestProvider } from "./provider-request.server";

export const WHATSAPP = "whatsapp";

/** Limits of the account, the application and a recipient (developers.facebook.com, Cloud API, error codes). */
const THROTTLED_CODES = new Set([4, 80_007, 130_429, 131_048, 131_056]);
/** Meta's text of template parameters has no line breaks and no series of spaces. */
const MAX_PARAMETER_LENGTH = 500;

const sentBody = z.object({ messages: z.array(z.object({ id: z.string() })).check(z.minLength(1)) });
const errorBody = z.object({ error: z.object({ code: z.number(), message: z.string() }) });

/**
 * Template messages by Meta's Cloud API. It knows no idempotency key and lists no messages: after a lost response only
 * the status webhook shows the outcome, by our reference in `biz_opaque_callback_data`.
 */
export function whatsappProvider(config: WhatsappConfig): ChannelProvider {
  const { phoneNumberId, accessToken, apiBase } = config;
  return {
    name: WHATSAPP,

    async send({ id, kind, recipient, content }) {
      const body = {
        messaging_product: "whatsapp",
        recipient_type: "individual",
        to: recipient.replace(/^\+/, ""),
        type: "template",
        template: templateOf(kind, content),
        biz_opaque_callback_data: id,
      };
      const headers = { Authorization: `Bearer ${accessToken}`, "Content-Type": "application/json" };
      const response = await requestProvider(
        `${apiBase}/${phoneNumberId}/messages`,
        { method: "POST", headers, body: JSON.stringify(body) },
        describeError,
      );
      if (!response.ok) return response.failure;
      return { outcome: "sent", providerId: sentBody.parse(response.body).messages[0]!.id };
    },
  };
}

/** One template for each kind: two parameters of the body, and a button whose address ends with the parameter. */
function templateOf(kind: string, { title, body, url, language }: MessageContent) {
  const { pathname, search } = url ? new URL(url) : { pathname: "", search: "" };
  const button = {
    ...{ type: "button", sub_type: "url", index: "0" },
    parameters: [textParameter(pathname.slice(1) + search)],
  };
  return {
    name: kind.replaceAll("-", "_"),
    language: { code: language },
    components: [
      { type: "body", parameters: [textParameter(title), textParameter(body || title)] },
      ...(url ? [button] : []),
    ],
  };
}

function textParameter(text: string) {
  return { type: "text", text: text.replace(/\s+/g, " ").trim().slice(0, MAX_PARAMETER_LENGTH) };
}

function describeError(body: unknown, status: number) {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return { reason: `WhatsApp answered ${status}` };
  const { code, message } = parsed.data.error;
  return { reason: `WhatsApp ${code}: ${message}`, isThrottled: THROTTLED_CODES.has(code) };
}

export function whatsappSignature(appSecret: string, body: string): string {
  return `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
}

export function isWhatsappSignature(
  { appSecret }: Pick<WhatsappConfig, "appSecret">,
  body: string,
  signature: string,
): boolean {
  const expected = Buffer.from(whatsappSignature(appSecret, body));
  const actual = Buffer.from(signature);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

const notification = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            statuses: z.optional(
              z.array(
                z.object({
                  id: z.string(),
                  status: z.string(),
                  timestamp: z.string(),
                  biz_opaque_callback_data: z.optional(z.string()),
                  errors: z.optional(z.array(z.object({ code: z.number(), title: z.optional(z.string()) }))),
                }),
              ),
            ),
            messages: z.optional(
              z.array(
                z.object({
                  from: z.string(),
                  text: z.optional(z.object({ body: z.string() })),
                  button: z.optional(z.object({ text: z.string() })),
                }),
              ),
            ),
          }),
        }),
      ),
    }),
  ),
});

const STATES: Readonly<Record<string, StatusReport["state"]>> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "failed",
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Status reports and received texts of a notification. Other notifications are empty. */
export function readWhatsappNotification(body: string): {
  reports: StatusReport[];
  received: { from: string; text: string }[];
} {
  const parsed = notification.safeParse(JSON.parse(body));
  const values = parsed.success
    ? parsed.data.entry.flatMap(({ changes }) => changes.map(({ value }) => value))
    : [];
  const reports = values
    .flatMap(({ statuses }) => statuses ?? [])
    .flatMap(({ id: providerId, status, timestamp, biz_opaque_callback_data: reference, errors }) => {
      const state = STATES[status];
      const [error] = errors ?? [];
      if (!state) return [];
      return {
        ...{ provider: WHATSAPP, providerId, state, at: new Date(Number(timestamp) * 1000) },
        id: reference && UUID.test(reference) ? reference : null,
        ...(error && { error: `WhatsApp ${error.code}: ${error.title ?? "failed"}` }),
      };
    });
  const received = values
    .flatMap(({ messages }) => messages ?? [])
    .map(({ from, text, button }) => ({ from: `+${from}`, text: text?.body ?? button?.text ?? "" }));
  return { reports, received };
}
