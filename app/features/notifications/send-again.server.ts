import type { Reaction } from "~/platform/events/reaction.server";
import { copyMail } from "~/platform/mail/mail.server";

/** Queues the requested copy, once per request. */
export const sendCopy: Reaction<"mail.sent-again"> = {
  name: "send-copy",
  run: (ctx, { id, data }) => copyMail(ctx, data.mailId, id),
};
