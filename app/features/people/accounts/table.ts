import type { Generated } from "kysely";
import type { LinkPurpose } from "./account";

interface ProfileRow {
  user_id: string;
  phone: string | null;
  language: Generated<string>;
  marketing: Generated<boolean>;
  marketing_changed_at: Date | null;
  weekly_summary: Generated<boolean>;
}

interface AccountLinkRow {
  id: Generated<string>;
  purpose: LinkPurpose;
  user_id: string;
  email: string;
  previous_email: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

declare module "~/platform/database/tables" {
  interface Tables {
    profiles: ProfileRow;
    account_links: AccountLinkRow;
  }
}
