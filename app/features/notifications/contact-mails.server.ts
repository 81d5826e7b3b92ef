import type { Reaction } from "~/platform/reaction.server";
import { getBusiness } from "../business/queries.server";
import "../contact/contact";
import "../contact/table";
import { officeMessage } from "./letters/office-message";
import { queueLetter } from "./queue-letter.server";

/** A message of the contact page, to the office; an answer to the mail goes to whoever wrote it. */
export const forwardMessage: Reaction<"contact.message-sent"> = {
  name: "office-message",
  async run(ctx, { id: trailId, subjectId }) {
    const message = await ctx.db
      .selectFrom("contact_messages")
      .selectAll()
      .where("id", "=", subjectId)
      .executeTakeFirstOrThrow();
    const business = await getBusiness(ctx);
    await queueLetter(ctx, {
      kind: "office-message",
      trailId,
      recipient: business.officeEmail,
      replyTo: message.email,
      business,
      message: officeMessage(message, business),
    });
  },
};
