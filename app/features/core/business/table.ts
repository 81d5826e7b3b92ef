import type { Generated, JSONColumnType } from "kysely";
import type { LogoPlate } from "~/platform/files/logo";

interface SettingsRow {
  /** Name of a setting group in app/features/core/business/settings.ts. */
  name: string;
  value: JSONColumnType<Record<string, unknown>>;
  /** Number of changes. */
  version: number;
}

interface LogoRow {
  id: Generated<string>;
  /** Picture in PNG format. */
  picture: Buffer;
  icon: Buffer;
  width: number;
  height: number;
  plate: LogoPlate;
  valid_from: Date;
  /** Null for the current one. */
  valid_until: Date | null;
}

interface VatRateRow {
  /** Dubai day. */
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
