/** `message`: one line for the operator. */
export class BackupError extends Error {
  override name = "BackupError";
  readonly reason: BackupFailure;

  constructor(reason: BackupFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export const backupFailures = [
  "interrupted",
  "disk-full",
  /** PostgreSQL removed WAL that the backup needed. */
  "log-lost",
  /** The database was replaced by an earlier copy: the archived WAL is not its own. */
  "other-history",
  "bucket",
  /** Wrong passphrase, truncated or altered. */
  "unreadable",
  "impossible",
  "other",
] as const;
export type BackupFailure = (typeof backupFailures)[number];

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Error of a system call, such as ENOSPC or EACCES. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
