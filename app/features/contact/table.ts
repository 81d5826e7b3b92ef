import type { Generated } from "kysely";

interface ContactMessageRow {
  id: Generated<string>;
  name: string;
  email: string;
  phone: string | null;
  message: string;
  user_id: string | null;
  sent_at: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    contact_messages: ContactMessageRow;
  }
}
