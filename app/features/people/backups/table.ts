import type { Generated } from "kysely";
import type { BackupFailure } from "~/platform/backup/backup-error";

interface BackupRow {
  id: Generated<string>;
  origin: "office" | "schedule" | "command";
  state: Generated<"waiting" | "running" | "done" | "failed">;
  requested_at: Date;
  heartbeat_at: Date | null;
  bytes_done: Generated<number>;
  bytes_total: number | null;
  ended_at: Date | null;
  failure: BackupFailure | null;
  failure_text: string | null;
  name: string | null;
  size_bytes: number | null;
  chain: string | null;
  first_wal_segment: string | null;
  copied_at: Date | null;
  copy_failure: string | null;
  attempts: Generated<number>;
  overdue_notified_at: Date | null;
}

interface WalArchiveRow {
  singleton: Generated<boolean>;
  chain: string | null;
  copied_at: Date | null;
  failure: BackupFailure | null;
  failure_text: string | null;
  bucket_segment: string | null;
}

interface LogEndRow {
  chain: string;
  archived_until: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    backups: BackupRow;
    wal_archive: WalArchiveRow;
    wal_chain_ends: LogEndRow;
  }
}
