import * as z from "zod/mini";
import { backupFailures } from "~/platform/backup/backup-error";

const failure = z.object({ reason: z.enum(backupFailures), text: z.nullable(z.string()) });

export const backupView = z.object({
  id: z.string(),
  origin: z.enum(["office", "schedule", "command"]),
  state: z.enum(["waiting", "running", "done", "failed"]),
  askedAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** How far it has come, in bytes. */
  done: z.int(),
  total: z.nullable(z.int()),
  /** The archive. */
  name: z.nullable(z.string()),
  sizeBytes: z.nullable(z.int()),
  /** Whether there is a copy of it in the bucket. */
  copied: z.boolean(),
  /** Why there is none, where one should be. */
  copyFailure: z.nullable(z.string()),
  failure: z.nullable(failure),
});
export type BackupView = z.infer<typeof backupView>;

export const backupsView = z.object({
  /** Whether there is a passphrase: without one none is made. */
  setUp: z.boolean(),
  /** Whether the database is the product's own, and in the backups. */
  embedded: z.boolean(),
  folder: z.string(),
  /** Whether copies go into a bucket. */
  bucket: z.boolean(),
  /** From when until when any moment can be restored, the latest first; null: it goes on. In between, only the backups themselves. */
  restorable: z.array(z.object({ from: z.string(), until: z.nullable(z.string()) })),
  log: z.object({ goesOn: z.boolean(), copiedAt: z.nullable(z.string()), failure: z.nullable(failure) }),
  /** The latest first. */
  backups: z.array(backupView),
});
export type BackupsView = z.infer<typeof backupsView>;

export const backupState = z.object({
  /** `none`: none is made, and should be. `off`: none is to be. `failed`: the last one, or the copies of the log. */
  state: z.enum(["ok", "late", "failed", "none", "off"]),
  lastAt: z.nullable(z.string()),
});
export type BackupState = z.infer<typeof backupState>;

export const outboundPauseView = z.object({
  held: z.nullable(
    z.object({
      restoredAt: z.string(),
      /** What it was brought back to; null: the end of what was kept. */
      moment: z.nullable(z.string()),
      /** Mails that wait. */
      mails: z.int(),
      /** The last numbers that are known to have been given, this year; null: none. */
      lastInvoice: z.nullable(z.string()),
      lastCreditNote: z.nullable(z.string()),
    }),
  ),
});
export type OutboundPauseView = z.infer<typeof outboundPauseView>;
