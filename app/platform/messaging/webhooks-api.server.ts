import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Ctx } from "../context";
import { inTransaction } from "../database/transaction.server";
import { ApiError } from "../errors";
import { bytes, type Call, endpoints, get, post } from "../http/endpoint.server";
import { INBOUND_MAIL_PATH } from "../http/limits/http-limits.server";
import { refuse } from "../http/refusal";
import { log } from "../log.server";
import { normalizePhone } from "../text/phone-input";
import type { ReceiveMessage, ReceivingTools } from "./channel";
import { applyStatusReport, optIn, optOut } from "./messages.server";
import { optOutWord } from "./opt-out-words";
import { isMailgunSignature, readMailgunMail } from "./providers/mailgun.server";
import { isTwilioSignature, readTwilioMessage, twilioReport } from "./providers/twilio.server";
import { isUnifonicKey, unifonicReport } from "./providers/unifonic.server";
import { isWhatsappSignature, readWhatsappNotification } from "./providers/whatsapp.server";

const form = bytes("application/x-www-form-urlencoded", "Signed form of Twilio");

/** Webhooks of the providers: signed, in any order, repeatable. */
export const messageWebhooksApi = (receive: ReceiveMessage) =>
  endpoints("mail", [
    post("/messages/twilio/incoming", {
      operationId: "receiveTwilioMessage",
      may: "website.use",
      summary: "Twilio webhook: received SMS",
      body: form,
      answer: bytes("text/xml", "Empty TwiML: no reply"),
      perMinute: 3000,
      run: (ctx, _, call) =>
        takeWebhook({
          ...twilioWebhook(call, "/api/messages/twilio/incoming"),
          async take(sent) {
            await applyOptOut(ctx, "sms", sent.get("From") ?? "", sent.get("Body") ?? "");
            const received = readTwilioMessage(sent, ctx.now);
            if (received) await receive(ctx, toolsOf(call), received);
          },
        }),
      refuses: ["not-found"],
      reply: (_ctx, _input, _result, call) =>
        call.body("<Response/>", 200, { "Content-Type": "text/xml; charset=utf-8" }),
    }),

    post("/messages/twilio/{id}", {
      operationId: "receiveTwilioStatus",
      may: "website.use",
      summary: "Twilio webhook: status of a message",
      params: { id: z.uuid() },
      body: form,
      answer: z.object({ received: z.literal(true) }),
      perMinute: 3000,
      run: (ctx, { id }, call) =>
        takeWebhook({
          ...twilioWebhook(call, `/api/messages/twilio/${id}`),
          async take(sent) {
            const report = twilioReport(id, sent, ctx.now);
            if (report) await inTransaction(ctx, (transaction) => applyStatusReport(transaction, report));
          },
        }),
      refuses: ["not-found"],
      reply: () => ({ received: true as const }),
    }),

    post("/messages/unifonic/{key}", {
      operationId: "receiveUnifonicReceipt",
      may: "website.use",
      summary: "Unifonic webhook: delivery receipt of a message",
      description:
        "An unknown message is refused, so that Unifonic repeats a receipt that came before its response.",
      params: { key: z.string().check(z.regex(/^[\w-]{16,200}$/)) },
      body: bytes("*/*", "Receipt of Unifonic, a form or JSON"),
      answer: z.object({ received: z.literal(true) }),
      perMinute: 3000,
      async run(ctx, { key }, call) {
        let isOurs = true;
        const taken = await takeWebhook({
          provider: "Unifonic",
          service: call.get("config").unifonic,
          read: () => call.req.text(),
          isSigned: (unifonic) => isUnifonicKey(unifonic, key),
          async take(body) {
            const report = unifonicReport(body, ctx.now);
            if (report) isOurs = await inTransaction(ctx, (one) => applyStatusReport(one, report));
          },
        });
        return isOurs ? taken : refuse("not-found");
      },
      refuses: ["not-found"],
      reply: () => ({ received: true as const }),
    }),

    get("/messages/whatsapp", {
      operationId: "verifyWhatsappWebhook",
      may: "website.use",
      summary: "WhatsApp webhook: confirms its registration at Meta",
      query: z.object({
        "hub.mode": z.literal("subscribe"),
        "hub.verify_token": z.string().check(z.regex(/^[ -~]{1,200}$/)),
        "hub.challenge": z.string().check(z.regex(/^[\w-]{1,200}$/)),
      }),
      answer: bytes("text/plain", "The challenge"),
      run(_ctx, query, call) {
        const { whatsapp } = call.get("config");
        if (!whatsapp || query["hub.verify_token"] !== whatsapp.verifyToken) return null;
        return call.body(query["hub.challenge"], 200, { "Content-Type": "text/plain" });
      },
    }),

    post("/messages/whatsapp", {
      operationId: "receiveWhatsappNotification",
      may: "website.use",
      summary: "WhatsApp webhook: states of messages, and received messages",
      body: bytes("application/json", "Signed notification of Meta"),
      answer: z.object({ received: z.literal(true) }),
      perMinute: 3000,
      run: (ctx, _, call) =>
        takeWebhook({
          provider: "WhatsApp",
          service: call.get("config").whatsapp,
          read: () => call.req.text(),
          isSigned: (whatsapp, body) =>
            isWhatsappSignature(whatsapp, body, call.req.header("X-Hub-Signature-256") ?? ""),
          async take(body) {
            const { reports, received } = readWhatsappNotification(body);
            for (const report of reports)
              await inTransaction(ctx, (transaction) => applyStatusReport(transaction, report));
            for (const message of received) {
              await applyOptOut(ctx, "whatsapp", message.from, message.text);
              await receive(ctx, toolsOf(call), message);
            }
          },
        }),
      refuses: ["not-found"],
      reply: () => ({ received: true as const }),
    }),

    post(INBOUND_MAIL_PATH, {
      operationId: "receiveMail",
      may: "website.use",
      summary: "Mailgun webhook: received email",
      body: bytes("multipart/form-data", "Signed form of a Mailgun route"),
      answer: z.object({ received: z.literal(true) }),
      perMinute: 600,
      run: (ctx, _, call) =>
        takeWebhook({
          provider: "Mailgun",
          service: call.get("config").inboundMail,
          read: () => call.req.formData(),
          isSigned: (inboundMail, form) => isMailgunSignature(inboundMail, form, ctx.now),
          async take(form) {
            const received = await readMailgunMail(form);
            if (received) await receive(ctx, toolsOf(call), received);
          },
        }),
      refuses: ["not-found"],
      reply: () => ({ received: true as const }),
    }),
  ]);

function toolsOf(call: Call): ReceivingTools {
  return { files: call.get("files"), config: call.get("config") };
}

async function applyOptOut(ctx: Ctx, channel: "sms" | "whatsapp", phone: string, text: string) {
  const from = normalizePhone(phone);
  const word = optOutWord(text);
  if (from && word)
    await inTransaction(ctx, ({ db }) => (word === "stop" ? optOut : optIn)(db, channel, from));
}

interface Webhook<Service, Body> {
  provider: string;
  /** Absent if it is not configured. */
  service: Service | null | undefined;
  read: () => Promise<Body>;
  isSigned: (service: Service, body: Body) => boolean;
  take: (body: Body) => Promise<void>;
}

/** Takes a signed body. The answer does not depend on its content, because providers repeat what was refused. */
async function takeWebhook<Service, Body>({
  provider,
  service,
  read,
  isSigned,
  take,
}: Webhook<Service, Body>) {
  if (!service) return refuse("not-found");
  const body = await read();
  if (!isSigned(service, body)) throw forged(provider);
  await take(body);
  return { ok: true as const };
}

function twilioWebhook(call: Call, path: string) {
  const { twilio, publicUrl } = call.get("config");
  const signature = call.req.header("X-Twilio-Signature") ?? "";
  return {
    provider: "Twilio",
    service: twilio,
    read: async () => new URLSearchParams(await call.req.text()),
    // The public address, because a proxy may change the one that arrives here.
    isSigned: (service: NonNullable<typeof twilio>, form: URLSearchParams) =>
      isTwilioSignature(service, { url: publicUrl + path, form, signature }),
  };
}

function forged(provider: string): ApiError {
  log.warn("message-signature-invalid", "A report without a valid signature of the message provider", {
    provider,
  });
  return new ApiError(403, "forged", m.mail_error_forged());
}
