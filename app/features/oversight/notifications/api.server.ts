import * as z from "zod/mini";
import { framedHtmlResponse } from "~/platform/http/download.server";
import { bytes, endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { pageParams } from "~/platform/lists/keyset.server";
import { singleLine } from "~/platform/text/sanitize-text";
import { retryMail, sendMailAgain } from "./commands.server";
import { findMail, findMailHtml, listMails } from "./queries.server";
import { mailDetail, mailList, mailStates } from "./views";

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
  post("/admin/mails/{id}/retry", {
    may: "mails.retry",
    summary: "Retry a failed email",
    answer: okResponse,
    run: (ctx, { id }) => retryMail(ctx, id),
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
