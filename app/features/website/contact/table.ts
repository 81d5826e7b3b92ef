import type { Generated } from "kysely";

interface ContactMessageRow {
  id: Generated<string>;
  /** For example MS-2026-000123. */
  reference: Generated<string>;
  name: string;
  email: string;
  phone: string | null;
  message: string;
  user_id: string | null;
  /** Locale in which the message was written. */
  language: Generated<string>;
  sent_at: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    contact_messages: ContactMessageRow;
  }
}
