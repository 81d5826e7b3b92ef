import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import type { Config, TwilioConfig } from "../../config.server";
import { normalizePhone } from "../../text/phone-input";
import type {
  ChannelProvider,
  MessageCost,
  OutgoingMessage,
  ReceivedMessage,
  StatusReport,
} from "../channel";
import { requestProvider } from "./provider-request.server";

export const TWILIO = "twilio";

/** The clocks of Twilio and the database may differ. */
const CLOCK_TOLERANCE_MS = 60_000;
/** Code of a recipient who replied STOP (https://www.twilio.com/docs/api/errors/21610). */
const OPTED_OUT = 21_610;

const messageBody = z.object({
  sid: z.string(),
  body: z._default(z.nullable(z.string()), null),
  direction: z._default(z.string(), ""),
  date_created: z._default(z.nullable(z.string()), null),
  price: z._default(z.nullable(z.string()), null),
  price_unit: z._default(z.nullable(z.string()), null),
});
const listBody = z.object({ messages: z.array(messageBody) });
const errorBody = z.object({ code: z._default(z.nullable(z.number()), null), message: z.string() });

/**
 * SMS by Twilio's REST API (https://www.twilio.com/docs/messaging/api/message-resource). It knows no idempotency key.
 * The status callback contains our reference; an interrupted request is found in the list by recipient and text.
 */
export function twilioProvider(
  config: TwilioConfig,
  { publicUrl }: Pick<Config, "publicUrl">,
): ChannelProvider {
  const { accountSid, authToken, from, apiBase } = config;
  const url = `${apiBase}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const headers = { Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}` };

  return {
    name: TWILIO,

    async send({ id, recipient, content }) {
      const form = new URLSearchParams({
        To: recipient,
        [/^MG[0-9a-f]{32}$/i.test(from) ? "MessagingServiceSid" : "From"]: from,
        Body: content.text,
        StatusCallback: `${publicUrl}/api/messages/twilio/${id}`,
      });
      const response = await requestProvider(url, { method: "POST", headers, body: form }, describeError);
      if (!response.ok) return response.failure;
      const { sid, price, price_unit: currency } = messageBody.parse(response.body);
      return { outcome: "sent", providerId: sid, cost: costOf(price, currency) };
    },

    async findSent({ recipient, content }: OutgoingMessage, since, isKnown) {
      const query = new URLSearchParams({ To: recipient, PageSize: "100" });
      const response = await requestProvider(`${url}?${query}`, { headers }, describeError);
      if (!response.ok) return { outcome: "unknown" };
      const earliest = since.getTime() - CLOCK_TOLERANCE_MS;
      for (const { sid, ...sent } of listBody.parse(response.body).messages) {
        const isSame =
          sent.direction.startsWith("outbound") &&
          // Trial accounts put a notice before the text.
          sent.body?.endsWith(content.text) === true &&
          Date.parse(sent.date_created ?? "") >= earliest;
        if (isSame && !(await isKnown(sid)))
          return { outcome: "sent", providerId: sid, cost: costOf(sent.price, sent.price_unit) };
      }
      return { outcome: "absent" };
    },
  };
}

function describeError(body: unknown, status: number) {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return { reason: `Twilio answered ${status}` };
  const { code, message } = parsed.data;
  return { reason: `Twilio ${code ?? status}: ${message}`, isOptedOut: code === OPTED_OUT };
}

/** Prices are negative decimal numbers, such as "-0.0075" USD. */
function costOf(price: string | null, currency: string | null): MessageCost | undefined {
  const micros = Math.round(Math.abs(Number(price)) * 1_000_000);
  return price !== null && currency && Number.isFinite(micros)
    ? { micros, currency: currency.toUpperCase() }
    : undefined;
}

/** Base64 HMAC-SHA1 of the URL and the sorted fields (https://www.twilio.com/docs/usage/security). */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const signed = url + fields.map(([name, value]) => name + value).join("");
  return createHmac("sha1", authToken).update(signed).digest("base64");
}

export function isTwilioSignature(
  { authToken }: Pick<TwilioConfig, "authToken">,
  { url, form, signature }: { url: string; form: URLSearchParams; signature: string },
): boolean {
  const expected = Buffer.from(twilioSignature(authToken, url, form));
  const actual = Buffer.from(signature);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

const STATES: Readonly<Record<string, StatusReport["state"]>> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "failed",
  undelivered: "failed",
};

/** Null for states that change nothing, such as "queued". */
export function twilioReport(id: string, form: URLSearchParams, now: Date): StatusReport | null {
  const providerId = form.get("MessageSid");
  const state = STATES[form.get("MessageStatus") ?? ""];
  if (!providerId || !state) return null;
  const code = form.get("ErrorCode");
  return { provider: TWILIO, providerId, id, state, at: now, ...(code && { error: `Twilio ${code}` }) };
}

/** Null if the sender is no phone number, such as the name of a company. */
export function readTwilioMessage(form: URLSearchParams, now: Date): ReceivedMessage | null {
  const providerId = form.get("MessageSid");
  const from = normalizePhone(form.get("From") ?? "");
  if (!providerId || !from) return null;
  return {
    ...{ provider: TWILIO, providerId, channel: "sms", from, name: null, at: now, files: [] },
    text: form.get("Body") ?? "",
  };
}
