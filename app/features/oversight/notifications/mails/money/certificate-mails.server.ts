import type { Reaction } from "~/platform/events/reaction.server";
import { localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { queueEmail } from "~/platform/messaging/queue-email.server";
import { dubaiDate } from "~/platform/time";
import { getBusiness } from "../../../../core/business/queries.server";
import { officeAddress } from "../../../../core/business/read-settings.server";
import { localeOfRecipient } from "../../email/recipient-locale.server";
import { certificateExpiring } from "../../templates/office/certificate-expiring";

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
      .select(["title", "issuer", "number", "published", "companyCertificates.expiresOn"])
      .where("id", "=", event.subjectId)
      .where("daysBefore", "=", event.data.days)
      .where("companyCertificates.expiresOn", ">=", dubaiDate(ctx.now))
      .executeTakeFirst();
    if (!certificate) return;
    const business = await getBusiness(ctx);
    const recipient = await officeAddress(ctx, "certificates");
    const { title, issuer, number, published, expiresOn } = certificate;
    await inLocale(await localeOfRecipient(ctx, recipient), () =>
      queueEmail(ctx, {
        kind: "office-certificate-expiring",
        trailId: event.id,
        recipient,
        replyTo: null,
        sender: business,
        message: certificateExpiring(
          { title, issuer, number, published, expiresOn: expiresOn! },
          config.publicUrl + localPath("/admin/settings/company-documents"),
        ),
      }),
    );
  },
};
