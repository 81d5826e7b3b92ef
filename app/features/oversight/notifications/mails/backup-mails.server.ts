import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Reaction } from "~/platform/events/reaction.server";
import { localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import type { Message } from "~/platform/messaging/message";
import { queueEmail } from "~/platform/messaging/queue-email.server";
import { getBusiness } from "../../../core/business/queries.server";
import { officeAddress } from "../../../core/business/read-settings.server";
import { labelForFailure } from "../../../people/backups/labels";
import { readBackupSchedule } from "../../../people/backups/schedule.server";
import { localeOfRecipient } from "../email/recipient-locale.server";
import { backupFailed, backupLate } from "../templates/office/backup-alert";

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
    const { requestedAt, failureText } = backup;
    const lastAt = await findLastBackupTime(ctx);
    const { isScheduled, isMissing } = await readBackupSchedule(ctx);
    await emailOffice(ctx, event.id, config, "office-backup-failed", (url) =>
      backupFailed({
        requestedAt,
        cause: labelForFailure({ reason: failure, text: failureText }),
        lastAt,
        isRetried: isScheduled && isMissing,
        url,
      }),
    );
  },
};

/** Notifies the office once per backup that the last one is older than a day. */
export const notifyOfLateBackup: Reaction<"backup.late"> = {
  name: "office-backup-late",
  run: async function notifyOfLateBackup(ctx, event, { config }) {
    await emailOffice(ctx, event.id, config, "office-backup-late", (url) =>
      backupLate({ madeAt: event.data.madeAt, url }),
    );
  },
};

async function findLastBackupTime(ctx: Ctx): Promise<Date | null> {
  const last = await ctx.db
    .selectFrom("backups")
    .select("endedAt")
    .where("state", "=", "done")
    .orderBy("requestedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.endedAt ?? null;
}

async function emailOffice(
  ctx: Ctx,
  trailId: number,
  { publicUrl }: Pick<Config, "publicUrl">,
  kind: string,
  write: (url: string) => Message,
): Promise<void> {
  const business = await getBusiness(ctx);
  const recipient = await officeAddress(ctx, "backups");
  await inLocale(await localeOfRecipient(ctx, recipient), () =>
    queueEmail(ctx, {
      kind,
      trailId,
      recipient,
      replyTo: null,
      sender: business,
      message: write(publicUrl + localPath("/admin/settings/backups")),
    }),
  );
}
