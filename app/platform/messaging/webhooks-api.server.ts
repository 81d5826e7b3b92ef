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
      async run(ctx, _, call) {
        const sent = await readTwilioForm(call, "/api/messages/twilio/incoming");
        if (!sent) return refuse("not-found");
        const [from, text] = [sent.get("From") ?? "", sent.get("Body") ?? ""];
        await applyOptOut(ctx, "sms", from, text);
        const received = readTwilioMessage(sent, ctx.now);
        if (received) await receive(ctx, toolsOf(call), received);
        return { ok: true as const };
      },
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
      async run(ctx, { id }, call) {
        const sent = await readTwilioForm(call, `/api/messages/twilio/${id}`);
        if (!sent) return refuse("not-found");
        const report = twilioReport(id, sent, ctx.now);
        if (report) await inTransaction(ctx, (transaction) => applyStatusReport(transaction, report));
        return { ok: true as const };
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
      async run(ctx, _, call) {
        const { whatsapp } = call.get("config");
        if (!whatsapp) return refuse("not-found");
        const body = await call.req.text();
        if (!isWhatsappSignature(whatsapp, body, call.req.header("X-Hub-Signature-256") ?? ""))
          throw forged("WhatsApp");
        const { reports, received } = readWhatsappNotification(body);
        for (const report of reports)
          await inTransaction(ctx, (transaction) => applyStatusReport(transaction, report));
        for (const message of received) {
          await applyOptOut(ctx, "whatsapp", message.from, message.text);
          await receive(ctx, toolsOf(call), message);
        }
        return { ok: true as const };
      },
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
      async run(ctx, _, call) {
        const { inboundMail } = call.get("config");
        if (!inboundMail) return refuse("not-found");
        const form = await call.req.formData();
        if (!isMailgunSignature(inboundMail, form, ctx.now)) throw forged("Mailgun");
        const received = await readMailgunMail(form);
        if (received) await receive(ctx, toolsOf(call), received);
        return { ok: true as const };
      },
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

/** Null if Twilio is not configured. */
async function readTwilioForm(call: Call, path: string): Promise<URLSearchParams | null> {
  const { twilio, publicUrl } = call.get("config");
  if (!twilio) return null;
  const sent = new URLSearchParams(await call.req.text());
  const signature = call.req.header("X-Twilio-Signature") ?? "";
  // The public address, because a proxy may change the one that arrives here.
  if (!isTwilioSignature(twilio, { url: publicUrl + path, form: sent, signature })) throw forged("Twilio");
  return sent;
}

function forged(provider: string): ApiError {
  log.warn("message-signature-invalid", "A report without a valid signature of the message provider", {
    provider,
  });
  return new ApiError(403, "forged", m.mail_error_forged());
}
