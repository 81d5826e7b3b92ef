import type { Generated } from "kysely";

export interface ApiKeyRow {
  id: Generated<string>;
  user_id: string;
  name: string;
  hash: Buffer;
  ending: string;
  permissions: string[];
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Generated<Date | null>;
  last_used_at: Generated<Date | null>;
  calls: Generated<number>;
}

declare module "~/platform/database/tables" {
  interface Tables {
    api_keys: ApiKeyRow;
  }
}
