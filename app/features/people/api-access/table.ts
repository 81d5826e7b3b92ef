import type { ColumnType, Generated } from "kysely";

export interface ApiKeyRow {
  id: Generated<string>;
  user_id: string;
  name: string;
  hash: Buffer;
  suffix: string;
  permissions: string[];
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Generated<Date | null>;
  last_used_at: Generated<Date | null>;
  calls_in_minute: Generated<number>;
}

interface WebhookRow {
  id: Generated<string>;
  user_id: string;
  url: string;
  events: string[];
  secret: Buffer;
  previous_secret: Generated<Buffer | null>;
  previous_secret_expires_at: Generated<Date | null>;
  created_at: Date;
  failing_since: Generated<Date | null>;
  disabled_at: Generated<Date | null>;
  disabled_reason: Generated<"failing" | "manual" | null>;
}

interface WebhookDeliveryRow {
  id: Generated<string>;
  webhook_id: string;
  trail_id: number;
  event: string;
  body: string;
  state: Generated<"waiting" | "delivered" | "failed" | "skipped">;
  attempts: Generated<number>;
  due_at: ColumnType<Date | null, never, Date | null>;
  created_at: Date;
}

interface WebhookAttemptRow {
  id: Generated<number>;
  delivery_id: string;
  at: Date;
  duration_ms: number;
  status: number | null;
  response_body: string;
  error: string | null;
}

declare module "~/platform/database/tables" {
  interface Tables {
    api_keys: ApiKeyRow;
    webhooks: WebhookRow;
    webhook_deliveries: WebhookDeliveryRow;
    webhook_attempts: WebhookAttemptRow;
  }
}
