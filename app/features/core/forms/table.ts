import type { Generated } from "kysely";

interface SecurityCheckRow {
  id: string;
  a: number;
  b: number;
  wrong: Generated<number>;
  used_at: Date | null;
  expires_at: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    security_checks: SecurityCheckRow;
  }
}
