import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { BackgroundJobSummary } from "./background-job";

export interface BackgroundJobRow {
  id: Generated<string>;
  kind: string;
  label: Generated<string>;
  started_by: string | null;
  started_at: Date;
  request_id: string;
  locale: Generated<string>;
  input: JSONColumnType<Record<string, unknown>>;
  state: Generated<BackgroundJobSummary["state"]>;
  steps_done: Generated<number>;
  steps_total: Generated<number | null>;
  attempts: Generated<number>;
  due_at: ColumnType<Date | null, never, Date | null>;
  result: ColumnType<Record<string, unknown> | null, never, string | null>;
  error: Generated<string | null>;
  ended_at: Generated<Date | null>;
}

declare module "~/platform/database/tables" {
  interface Tables {
    background_jobs: BackgroundJobRow;
  }
}
