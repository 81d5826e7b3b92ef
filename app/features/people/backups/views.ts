import * as z from "zod/mini";
import { backupFailures } from "~/platform/backup/backup-error";

const failure = z.object({ reason: z.enum(backupFailures), text: z.nullable(z.string()) });

export const backupView = z.object({
  id: z.string(),
  origin: z.enum(["office", "schedule", "command"]),
  state: z.enum(["waiting", "running", "done", "failed"]),
  requestedAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** Progress in bytes. */
  bytesDone: z.int(),
  bytesTotal: z.nullable(z.int()),
  name: z.nullable(z.string()),
  sizeBytes: z.nullable(z.int()),
  copied: z.boolean(),
  /** Reason for a missing copy. */
  copyFailure: z.nullable(z.string()),
  failure: z.nullable(failure),
});
export type BackupView = z.infer<typeof backupView>;

export const backupsView = z.object({
  isConfigured: z.boolean(),
  /** True if the embedded database is included. */
  embedded: z.boolean(),
  folder: z.string(),
  bucket: z.boolean(),
  /**
   * Ranges in which any moment can be restored, newest first; null while it still grows. Between ranges only the
   * backups themselves can be restored.
   */
  restorable: z.array(z.object({ from: z.string(), until: z.nullable(z.string()) })),
  log: z.object({ isGrowing: z.boolean(), copiedAt: z.nullable(z.string()), failure: z.nullable(failure) }),
  backups: z.array(backupView),
});
export type BackupsView = z.infer<typeof backupsView>;

export const backupState = z.object({
  /**
   * `none`: no backup although configured. `off`: not configured. `failed`: the last backup or the WAL
   * archive failed.
   */
  state: z.enum(["ok", "late", "failed", "none", "off"]),
  lastAt: z.nullable(z.string()),
});
export type BackupState = z.infer<typeof backupState>;

export const outboundPauseView = z.object({
  pause: z.nullable(
    z.object({
      restoredAt: z.string(),
      /** Restored moment; null for the latest state. */
      targetTime: z.nullable(z.string()),
      mails: z.int(),
      /** Last numbers of this year known to have been issued; null if there are none. */
      lastInvoice: z.nullable(z.string()),
      lastCreditNote: z.nullable(z.string()),
    }),
  ),
});
export type OutboundPauseView = z.infer<typeof outboundPauseView>;
