import * as z from "zod/mini";
import { done, endpoints, get, post, sayDone } from "~/platform/http/endpoint.server";
import { pageFields } from "~/platform/keyset.server";
import { retryMail } from "./commands.server";
import { listMails } from "./queries.server";
import { mailList, mailStates } from "./views";

/** What the office sees of the mails that go out. */
export const notificationsApi = endpoints("mail", [
  get("/admin/mails", {
    may: "mails.read",
    summary: "The mails that went out or are to go out, newest first; `subjectId`: those about this record",
    query: z.object({
      state: z.optional(z.enum(mailStates)),
      subjectId: z.optional(z.uuid()),
      ...pageFields,
    }),
    answer: mailList,
    run: listMails,
  }),
  post("/admin/mails/{id}/retry", {
    may: "mails.retry",
    summary: "Try a failed mail again",
    answer: done,
    run: (ctx, { id }) => retryMail(ctx, id),
    refuses: ["not-failed"],
    reply: sayDone,
  }),
]);
