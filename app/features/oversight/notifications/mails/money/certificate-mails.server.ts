import { m } from "~/paraglide/messages";
import type { Reaction } from "~/platform/events/reaction.server";
import { bidiIsolate, localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { queueEmail } from "~/platform/messaging/queue-email.server";
import { dubaiDate, formatDay } from "~/platform/time";
import { getBusiness } from "../../../../core/business/queries.server";
import { officeAddress } from "../../../../core/business/read-settings.server";
import { localeOfRecipient } from "../../email/recipient-locale.server";

/** Skipped if the certificate was renewed or removed. */
export const notifyOfExpiringCertificate: Reaction<"content.expiring"> = {
  name: "office-certificate-expiring",
  async run(ctx, event, { config }) {
    const certificate = await ctx.db
      .selectFrom("company_certificates")
      .innerJoin("company_certificate_warnings", (join) =>
        join
          .onRef("certificate_id", "=", "company_certificates.id")
          .onRef("company_certificate_warnings.expires_on", "=", "company_certificates.expires_on"),
      )
      .select(["title", "issuer", "number", "company_certificates.expires_on"])
      .where("id", "=", event.subjectId)
      .where("days_before", "=", event.data.days)
      .where("company_certificates.expires_on", ">=", dubaiDate(ctx.now))
      .executeTakeFirst();
    if (!certificate) return;
    const business = await getBusiness(ctx);
    const recipient = await officeAddress(ctx, "certificates");
    await inLocale(await localeOfRecipient(ctx, recipient), () => {
      const { title, issuer, number } = certificate;
      const day = formatDay(certificate.expires_on!, "fullDate");
      return queueEmail(ctx, {
        kind: "office-certificate-expiring",
        trailId: event.id,
        recipient,
        replyTo: null,
        sender: business,
        message: {
          subject: m.mail_certificate_expiring_subject({
            title: bidiIsolate(title),
            day: formatDay(certificate.expires_on!, "shortDate"),
          }),
          content: {
            tone: "normal",
            preview: m.mail_certificate_expiring_text({ title: bidiIsolate(title), day }),
            heading: m.mail_certificate_expiring_heading(),
            paragraphs: [
              m.mail_certificate_expiring_text({ title: bidiIsolate(title), day }),
              m.mail_certificate_expiring_next(),
            ],
            facts: [
              ...(issuer ? [{ label: m.website_certificate_issuer(), value: issuer }] : []),
              ...(number ? [{ label: m.website_certificate_number(), value: number }] : []),
            ],
            button: {
              label: m.mail_certificate_expiring_open(),
              href: config.publicUrl + localPath("/admin/settings/company-documents"),
            },
            after: [],
          },
        },
      });
    });
  },
};
