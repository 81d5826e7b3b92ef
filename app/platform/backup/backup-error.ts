/** Failed backup or restore with a reason that an operator can act on. The message is one line. */
export class BackupError extends Error {
  override name = "BackupError";
  readonly reason: BackupFailure;

  constructor(reason: BackupFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export const backupFailures = [
  /** The process ended during the backup. */
  "interrupted",
  "disk-full",
  /** PostgreSQL removed WAL that the backup still needed. */
  "log-lost",
  /** Copying to the bucket failed. */
  "bucket",
  /** Wrong passphrase, truncated, altered, or of a later version. */
  "unreadable",
  /** Invalid request, such as a moment outside of the backup or a folder in use. */
  "impossible",
  "other",
] as const;
export type BackupFailure = (typeof backupFailures)[number];

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
