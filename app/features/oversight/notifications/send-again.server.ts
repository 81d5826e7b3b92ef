import type { Reaction } from "~/platform/events/reaction.server";
import { copyMail } from "~/platform/mail/mail.server";

export const sendMailCopy: Reaction<"mail.resent"> = {
  name: "send-copy",
  run: function sendMailCopy(ctx, { id, data }) {
    return copyMail(ctx, data.mailId, id);
  },
};
