import type { Generated, JSONColumnType } from "kysely";
import type { LogoPlate } from "~/platform/files/logo";

interface SettingsRow {
  /** A group of app/features/business/settings.ts. */
  name: string;
  kept: JSONColumnType<Record<string, unknown>>;
  /** How often it was changed. */
  version: number;
}

interface LogoRow {
  id: Generated<string>;
  /** PNG. */
  picture: Buffer;
  icon: Buffer;
  width: number;
  height: number;
  plate: LogoPlate;
  since: Date;
  /** Null: the one that counts. */
  until: Date | null;
}

interface VatRateRow {
  /** A Dubai day. */
  first_day: string;
  percent: number;
}

declare module "~/platform/database/tables" {
  interface Tables {
    settings: SettingsRow;
    logos: LogoRow;
    vat_rates: VatRateRow;
  }
}
