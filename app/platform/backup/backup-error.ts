/** Why a backup was not made, or not put back, for a reason that an operator can do something about. The message is one clear line. */
export class BackupError extends Error {
  override name = "BackupError";
  readonly reason: BackupFailure;

  constructor(reason: BackupFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export const backupFailures = [
  /** The process that made it ended. */
  "interrupted",
  "disk-full",
  /** The database gave up keeping what the backup still needed of its log. */
  "log-lost",
  /** What was made could not be copied into the bucket. */
  "bucket",
  /** The archive itself is wrong: another passphrase, cut short, altered, or of a later version. */
  "unreadable",
  /** Asked for what cannot be: a moment outside of what the backup holds, a folder in use. */
  "impossible",
  "other",
] as const;
export type BackupFailure = (typeof backupFailures)[number];

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
