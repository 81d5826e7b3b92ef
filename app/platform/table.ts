import type { Generated, JSONColumnType } from "kysely";

interface TrailRow {
  id: Generated<number>;
  at: Date;
  type: string;
  actor_id: string | null;
  actor_role: string;
  subject_type: string;
  subject_id: string | null;
  fields: string[];
  data: JSONColumnType<Record<string, unknown>>;
  request_id: string;
  api_key_id: string | null;
}

interface TrailValuesRow {
  trail_id: number;
  actor_name: string | null;
  client_ip: string | null;
  reason: string | null;
  before: JSONColumnType<Record<string, unknown>> | null;
  after: JSONColumnType<Record<string, unknown>> | null;
}

interface OutboxRow {
  trail_id: number;
  type: string;
  subject_type: string;
  subject_id: string | null;
  data: JSONColumnType<Record<string, unknown>>;
  actor_role: string;
  request_id: string;
}

interface CounterRow {
  kind: "QT" | "INV" | "CN";
  year: number;
  value: number;
}

interface RateLimitRow {
  key: string;
  attempts: Date[];
  last_allowed: boolean;
  expires_at: Date;
}

interface IdempotencyKeyRow {
  key: string;
  scope: string;
  body_hash: string;
  status: number | null;
  response: JSONColumnType<Record<string, unknown>> | null;
  created_at: Date;
}

interface ContentChangeRow {
  table_name: string;
  version: Generated<number>;
  changed_at: Generated<Date>;
}

/** Outbound messages are paused until it is released. */
interface RestoreRow {
  id: Generated<string>;
  restored_at: Date;
  /** Null for the latest state of the backup. */
  target_time: Date | null;
  archive: string;
  released_at: Date | null;
}

interface MailSentBeforeRestoreRow {
  hash: Buffer;
  copies: number;
  sent_at: Date;
}

interface WorkerHeartbeatRow {
  id: string;
  beat_at: Date;
}

export interface FileRow {
  id: string;
  kind: string;
  owner_id: string | null;
  public: boolean;
  content_type: string;
  size_bytes: number;
  sha256: string;
  created_at: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    trail: TrailRow;
    trail_values: TrailValuesRow;
    outbox: OutboxRow;
    counters: CounterRow;
    rate_limits: RateLimitRow;
    idempotency_keys: IdempotencyKeyRow;
    content_changes: ContentChangeRow;
    files: FileRow;
    restores: RestoreRow;
    worker_heartbeats: WorkerHeartbeatRow;
    mails_sent_before_restore: MailSentBeforeRestoreRow;
  }
}
