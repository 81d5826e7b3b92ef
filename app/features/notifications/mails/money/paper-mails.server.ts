import { m } from "~/paraglide/messages";
import type { Reaction } from "~/platform/events/reaction.server";
import { bidiIsolate, localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { dubaiDate, formatDay } from "~/platform/time";
import { getBusiness } from "../../../business/queries.server";
import { officeAddress } from "../../../business/read-settings.server";
import { queueEmail } from "../../email/queue-email.server";
import { localeOfRecipient } from "../../email/recipient-locale.server";
import "../../../content/table";

/** Notifies the office that a company certificate expires soon; skipped if it was renewed or removed. */
export const notifyOfEndingPaper: Reaction<"content.ending"> = {
  name: "office-paper-ending",
  async run(ctx, event, { config }) {
    const paper = await ctx.db
      .selectFrom("company_certificates")
      .innerJoin("company_certificate_warnings", (join) =>
        join.onRef("certificate_id", "=", "id").onRef("ends_on", "=", "expires_on"),
      )
      .select(["title", "issuer", "number", "expires_on"])
      .where("id", "=", event.subjectId)
      .where("days", "=", event.data.days)
      .where("expires_on", ">=", dubaiDate(ctx.now))
      .executeTakeFirst();
    if (!paper) return;
    const business = await getBusiness(ctx);
    const recipient = await officeAddress(ctx, "papers");
    await inLocale(await localeOfRecipient(ctx, recipient), () => {
      const { title, issuer, number } = paper;
      const day = formatDay(paper.expires_on!, "fullDate");
      return queueEmail(ctx, {
        kind: "office-paper-ending",
        trailId: event.id,
        recipient,
        replyTo: null,
        business,
        message: {
          subject: m.mail_paper_ending_subject({
            title: bidiIsolate(title),
            day: formatDay(paper.expires_on!, "shortDate"),
          }),
          content: {
            tone: "normal",
            preview: m.mail_paper_ending_said({ title: bidiIsolate(title), day }),
            heading: m.mail_paper_ending_heading(),
            paragraphs: [
              m.mail_paper_ending_said({ title: bidiIsolate(title), day }),
              m.mail_paper_ending_next(),
            ],
            facts: [
              ...(issuer ? [{ label: m.website_paper_issuer(), value: issuer }] : []),
              ...(number ? [{ label: m.website_paper_number(), value: number }] : []),
            ],
            button: {
              label: m.mail_paper_ending_open(),
              href: config.publicUrl + localPath("/admin/settings/papers"),
            },
            after: [],
          },
        },
      });
    });
  },
};
