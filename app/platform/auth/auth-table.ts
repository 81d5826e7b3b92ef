import type { Generated } from "kysely";
import type { UserRole } from "./actor";

interface UserRow {
  id: Generated<string>;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  role: Generated<UserRole>;
  banned: Generated<boolean>;
  ban_reason: string | null;
  ban_expires: Date | null;
  two_factor_enabled: Generated<boolean>;
  two_factor_required: Generated<boolean>;
  signed_in_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface SessionRow {
  id: Generated<string>;
  token: string;
  user_id: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  impersonated_by: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface AccountRow {
  id: Generated<string>;
  user_id: string;
  provider_id: string;
  account_id: string;
  password: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface VerificationRow {
  id: Generated<string>;
  identifier: string;
  value: string;
  expires_at: Date;
}

interface TwoFactorRow {
  user_id: string;
  secret: string;
}

declare module "~/platform/database/tables" {
  interface Tables {
    users: UserRow;
    sessions: SessionRow;
    accounts: AccountRow;
    verifications: VerificationRow;
    two_factors: TwoFactorRow;
  }
}
