import { m } from "~/paraglide/messages";
import type { Reaction } from "~/platform/events/reaction.server";
import { isolated, localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { formatTime } from "~/platform/time";
import { wordsForFailure } from "../../backups/labels";
import { getBusiness } from "../../business/queries.server";
import { officeAddress } from "../../business/read-settings.server";
import { queueEmail } from "../email/queue-email.server";
import { localeOfRecipient } from "../email/recipient-locale.server";
import "../../backups/table";

/**
 * The office hears that no backup could be made: once of each cause until one is made again, although it is tried every hour. One that
 * was cut off as the product was stopped is made again at once, and is no news.
 */
export const notifyOfFailedBackup: Reaction<"backup.failed"> = {
  name: "office-backup-failed",
  async run(ctx, event, { config }) {
    const backup = await ctx.db
      .selectFrom("backups")
      .select(["asked_at", "failure", "failure_text"])
      .where("id", "=", event.subjectId)
      .where("state", "=", "failed")
      .executeTakeFirst();
    if (!backup?.failure || backup.failure === "interrupted") return;
    const { failure } = backup;
    const before = await ctx.db
      .selectFrom("backups")
      .select(["state", "failure"])
      .where("asked_at", "<", backup.asked_at)
      .where((eb) => eb.or([eb("state", "=", "done"), eb("failure", "=", failure)]))
      .orderBy("asked_at", "desc")
      .limit(1)
      .executeTakeFirst();
    if (before?.state === "failed") return;
    const last = await ctx.db
      .selectFrom("backups")
      .select("ended_at")
      .where("state", "=", "done")
      .orderBy("asked_at", "desc")
      .limit(1)
      .executeTakeFirst();
    const business = await getBusiness(ctx);
    const recipient = await officeAddress(ctx, "backups");
    await inLocale(await localeOfRecipient(ctx, recipient), () => {
      const lastAt = last?.ended_at && formatTime(last.ended_at.toISOString(), "dateTime");
      const said = m.mail_backup_failed_said({ at: formatTime(backup.asked_at.toISOString(), "dateTime") });
      return queueEmail(ctx, {
        kind: "office-backup-failed",
        trailId: event.id,
        recipient,
        replyTo: null,
        business,
        message: {
          subject: m.mail_backup_failed_subject(),
          content: {
            tone: "normal",
            preview: said,
            heading: m.mail_backup_failed_heading(),
            paragraphs: [
              said,
              isolated(wordsForFailure({ reason: failure, text: backup.failure_text })),
              m.mail_backup_failed_next(),
            ],
            facts: [{ label: m.mail_backup_failed_last(), value: lastAt ?? m.mail_backup_failed_none() }],
            button: {
              label: m.mail_backup_failed_open(),
              href: config.publicUrl + localPath("/admin/settings/backups"),
            },
            after: [],
          },
        },
      });
    });
  },
};
