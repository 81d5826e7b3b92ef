import type { JSONColumnType } from "kysely";

interface SettingsRow {
  /** A group of app/features/business/settings.ts. */
  name: string;
  kept: JSONColumnType<Record<string, unknown>>;
  /** How often it was changed. */
  version: number;
}

declare module "~/platform/database/tables" {
  interface Tables {
    settings: SettingsRow;
  }
}
