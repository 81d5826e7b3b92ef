import * as z from "zod/mini";
import { framedHtmlResponse } from "~/platform/http/download.server";
import { bytes, endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { bulkAnswer } from "~/platform/lists/bulk";
import { pageParams } from "~/platform/lists/keyset.server";
import { runBulk } from "~/platform/lists/run-bulk.server";
import { singleLine } from "~/platform/text/sanitize-text";
import { allowAddress, retryMail, sendMailAgain } from "./commands.server";
import {
  findMail,
  findMailHtml,
  listBookingMessages,
  listInvoiceMessages,
  listMails,
  listQuoteMessages,
  listUndeliverableAddresses,
} from "./queries.server";
import { mailDetail, mailList, mailStates, sentMessageList, undeliverableAddresses } from "./views";

export const notificationsApi = endpoints("mail", [
  get("/admin/mails", {
    may: "mails.read",
    summary: "List sent and queued emails, newest first; `subjectId`: about this record",
    query: z.object({
      state: z.optional(z.enum(mailStates)),
      subjectId: z.optional(z.uuid()),
      search: z.optional(z.string().check(singleLine(), z.maxLength(100))),
      from: z.optional(z.iso.date()),
      until: z.optional(z.iso.date()),
      ...pageParams,
    }),
    answer: mailList,
    run: listMails,
  }),
  get("/admin/mails/{id}", {
    may: "mails.read",
    summary: "Get an email with its text and attachment names",
    answer: mailDetail,
    run: (ctx, { id }) => findMail(ctx, id),
  }),
  get("/admin/mails/{id}/html", {
    may: "mails.read",
    summary: "HTML of an email as sent, for a sandboxed frame",
    answer: bytes("text/html", "HTML of the email"),
    run: async (ctx, { id }) => {
      const html = await findMailHtml(ctx, id);
      return html === null ? null : framedHtmlResponse(html);
    },
  }),
  get("/admin/bookings/{id}/messages", {
    may: "bookings.read",
    summary: "List the messages about a booking on all channels, newest first",
    query: z.object(pageParams),
    answer: sentMessageList,
    run: listBookingMessages,
  }),
  get("/admin/quotes/{id}/messages", {
    may: "quotes.read",
    summary: "List the messages about a quote on all channels, newest first",
    query: z.object(pageParams),
    answer: sentMessageList,
    run: listQuoteMessages,
  }),
  get("/admin/invoices/{id}/messages", {
    may: "invoices.read",
    summary: "List the messages about an invoice on all channels, newest first",
    query: z.object(pageParams),
    answer: sentMessageList,
    run: listInvoiceMessages,
  }),
  get("/admin/undeliverable-addresses", {
    may: "mails.read",
    summary: "List the addresses that a mail server refused, latest first; emails to them fail at once",
    query: z.object(pageParams),
    answer: undeliverableAddresses,
    run: listUndeliverableAddresses,
  }),
  post("/admin/undeliverable-addresses/remove", {
    may: "mails.retry",
    summary: "Remove addresses from the list independently, so that emails are sent to them again",
    body: z.object({ addresses: z.array(z.uuid()).check(z.minLength(1), z.maxLength(100)) }),
    answer: bulkAnswer,
    run: (ctx, { addresses }, call) =>
      runBulk(
        addresses.map((id) => ({ id })),
        call.get("messageFor"),
        ({ id }) => allowAddress(ctx, id),
      ),
    reply: (_ctx, _input, results) => ({ results }),
  }),
  post("/admin/mails/{id}/retry", {
    may: "mails.retry",
    summary: "Retry a failed email",
    answer: okResponse,
    run: (ctx, { id }, call) => retryMail(ctx, id, call.get("config")),
    refuses: ["not-failed"],
    reply: respondOk,
  }),
  post("/admin/mails/{id}/resend", {
    may: "mails.retry",
    summary: "Send a copy of a sent email",
    answer: okResponse,
    idempotent: true,
    run: (ctx, { id }) => sendMailAgain(ctx, id),
    refuses: ["not-sent"],
    reply: respondOk,
  }),
]);
