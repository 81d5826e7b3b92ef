import { m } from "~/paraglide/messages";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Reaction } from "~/platform/events/reaction.server";
import { bidiIsolate, localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { queueEmail } from "~/platform/messaging/queue-email.server";
import { formatTime } from "~/platform/time";
import { getBusiness } from "../../../core/business/queries.server";
import { officeAddress } from "../../../core/business/read-settings.server";
import { labelForFailure } from "../../../people/backups/labels";
import { localeOfRecipient } from "../email/recipient-locale.server";

/**
 * Notifies the office of a failed backup once per cause until a backup succeeds, although backups run every
 * hour.
 */
export const notifyOfFailedBackup: Reaction<"backup.failed"> = {
  name: "office-backup-failed",
  run: async function notifyOfFailedBackup(ctx, event, { config }) {
    const backup = await ctx.db
      .selectFrom("backups")
      .select(["requestedAt", "failure", "failureText"])
      .where("id", "=", event.subjectId)
      .where("state", "=", "failed")
      .executeTakeFirst();
    if (!backup?.failure) return;
    const { failure } = backup;
    const previous = await ctx.db
      .selectFrom("backups")
      .select(["state", "failure"])
      .where("requestedAt", "<", backup.requestedAt)
      .where((eb) => eb.or([eb("state", "=", "done"), eb("failure", "=", failure)]))
      .orderBy("requestedAt", "desc")
      .limit(1)
      .executeTakeFirst();
    if (previous?.state === "failed") return;
    await emailOffice(ctx, event.id, config, "office-backup-failed", async () => {
      const lead = m.mail_backup_failed_text({
        at: formatTime(backup.requestedAt.toISOString(), "dateTime"),
      });
      const cause = bidiIsolate(labelForFailure({ reason: failure, text: backup.failureText }));
      const lastAt = await formatLastBackupTime(ctx);
      return {
        subject: m.mail_backup_failed_subject(),
        paragraphs: [lead, cause, m.mail_backup_failed_next()],
        facts: [{ label: m.mail_backup_failed_last(), value: lastAt ?? m.mail_backup_failed_none() }],
      };
    });
  },
};

/** Notifies the office once per backup that the last one is older than a day. */
export const notifyOfLateBackup: Reaction<"backup.late"> = {
  name: "office-backup-late",
  run: async function notifyOfLateBackup(ctx, event, { config }) {
    await emailOffice(ctx, event.id, config, "office-backup-late", async () => {
      const lead = m.mail_backup_late_text({ at: formatTime(event.data.madeAt, "dateTime") });
      return {
        subject: m.mail_backup_late_subject(),
        paragraphs: [lead, m.mail_backup_late_next()],
        facts: [],
      };
    });
  },
};

async function formatLastBackupTime(ctx: Ctx): Promise<string | null> {
  const last = await ctx.db
    .selectFrom("backups")
    .select("endedAt")
    .where("state", "=", "done")
    .orderBy("requestedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.endedAt ? formatTime(last.endedAt.toISOString(), "dateTime") : null;
}

interface BackupEmail {
  subject: string;
  /** The first paragraph is also the preview line. */
  paragraphs: [string, ...string[]];
  facts: { label: string; value: string }[];
}

async function emailOffice(
  ctx: Ctx,
  trailId: number,
  { publicUrl }: Pick<Config, "publicUrl">,
  kind: string,
  write: () => Promise<BackupEmail>,
): Promise<void> {
  const business = await getBusiness(ctx);
  const recipient = await officeAddress(ctx, "backups");
  await inLocale(await localeOfRecipient(ctx, recipient), async () => {
    const { subject, paragraphs, facts } = await write();
    const open = {
      label: m.mail_backup_failed_open(),
      href: publicUrl + localPath("/admin/settings/backups"),
    };
    await queueEmail(ctx, {
      kind,
      trailId,
      recipient,
      replyTo: null,
      sender: business,
      message: {
        subject,
        content: {
          tone: "normal",
          preview: paragraphs[0],
          heading: subject,
          paragraphs,
          facts,
          button: open,
          after: [],
        },
      },
    });
  });
}
