import { m } from "~/paraglide/messages";
import type { BackupFailure } from "~/platform/backup/backup-error";

const labels: Record<BackupFailure, () => string> = {
  interrupted: m.backups_failure_interrupted,
  "disk-full": m.backups_failure_disk_full,
  "log-lost": m.backups_failure_log_lost,
  "other-history": m.backups_failure_other_history,
  bucket: m.backups_failure_bucket,
  unreadable: m.backups_failure_other,
  impossible: m.backups_failure_other,
  other: m.backups_failure_other,
};

/** Labels that details would not explain further. */
const complete: readonly BackupFailure[] = ["interrupted", "log-lost", "other-history"];

/** Text of a failure, with details where they add something. */
export function labelForFailure({ reason, text }: { reason: BackupFailure; text: string | null }): string {
  const label = labels[reason]();
  return text && !complete.includes(reason) ? `${label} ${text}` : label;
}
