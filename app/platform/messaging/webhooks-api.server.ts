import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { inTransaction } from "../database/transaction.server";
import { ApiError } from "../errors";
import { bytes, type Call, endpoints, post } from "../http/endpoint.server";
import { refuse } from "../http/refusal";
import { log } from "../log.server";
import { normalizePhone } from "../text/phone-input";
import { applyStatusReport, optIn, optOut } from "./messages.server";
import { optOutWord } from "./opt-out-words";
import { isTwilioSignature, twilioReport } from "./providers/twilio.server";

const form = bytes("application/x-www-form-urlencoded", "Signed form of Twilio");

/** Webhooks of the providers: signed, in any order, repeatable. */
export const messageWebhooksApi = endpoints("mail", [
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
      const from = normalizePhone(sent.get("From") ?? "");
      const word = optOutWord(sent.get("Body") ?? "");
      if (from && word) {
        await inTransaction(ctx, ({ db }) => (word === "stop" ? optOut : optIn)(db, "sms", from));
      }
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
]);

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
