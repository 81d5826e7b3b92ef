import type { Generated } from "kysely";

interface ServiceRow {
  id: string;
  name: string;
  summary: string;
  icon: string;
  page: Generated<boolean>;
  duration_min: number;
  buffer_min: Generated<number>;
  outdoor: Generated<boolean>;
  /** Code for e-invoices; null if the code in the settings is used. */
  accounting_code: Generated<string | null>;
  emergency: Generated<boolean>;
  position: number;
  active: Generated<boolean>;
  version: Generated<number>;
}

declare module "~/platform/database/tables" {
  interface Tables {
    services: ServiceRow;
  }
}
