import type { Reaction } from "~/platform/events/reaction.server";
import { copyMail } from "~/platform/mail/mail.server";

/** The copy that somebody asked for: once for each time it was asked for. */
export const sendCopy: Reaction<"mail.sent-again"> = {
  name: "send-copy",
  run: (ctx, { id, data }) => copyMail(ctx, data.mailId, id),
};
