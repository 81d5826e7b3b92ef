import type { Generated, JSONColumnType } from "kysely";

interface EventRow {
  id: Generated<number>;
  type: string;
  subject_id: string | null;
  data: JSONColumnType<Record<string, unknown>>;
  actor_id: string | null;
  actor_role: string;
  actor_name: string | null;
  request_id: string;
  client_ip: string | null;
  occurred_at: Date;
  dispatched_at: Date | null;
}

interface CounterRow {
  kind: "BK" | "QT" | "INV" | "CN";
  year: number;
  value: number;
}

interface RateLimitRow {
  key: string;
  attempts: Date[];
  last_taken: boolean;
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
    events: EventRow;
    counters: CounterRow;
    rate_limits: RateLimitRow;
    idempotency_keys: IdempotencyKeyRow;
    content_changes: ContentChangeRow;
    files: FileRow;
  }
}
