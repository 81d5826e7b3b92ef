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
  run: async function notifyOfExpiringCertificate(ctx, event, { config }) {
    const certificate = await ctx.db
      .selectFrom("companyCertificates")
      .innerJoin("companyCertificateWarnings", (join) =>
        join
          .onRef("certificateId", "=", "companyCertificates.id")
          .onRef("companyCertificateWarnings.expiresOn", "=", "companyCertificates.expiresOn"),
      )
      .select(["title", "issuer", "number", "companyCertificates.expiresOn"])
      .where("id", "=", event.subjectId)
      .where("daysBefore", "=", event.data.days)
      .where("companyCertificates.expiresOn", ">=", dubaiDate(ctx.now))
      .executeTakeFirst();
    if (!certificate) return;
    const business = await getBusiness(ctx);
    const recipient = await officeAddress(ctx, "certificates");
    await inLocale(await localeOfRecipient(ctx, recipient), () => {
      const { title, issuer, number } = certificate;
      const day = formatDay(certificate.expiresOn!, "fullDate");
      return queueEmail(ctx, {
        kind: "office-certificate-expiring",
        trailId: event.id,
        recipient,
        replyTo: null,
        sender: business,
        message: {
          subject: m.mail_certificate_expiring_subject({
            title: bidiIsolate(title),
            day: formatDay(certificate.expiresOn!, "shortDate"),
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
