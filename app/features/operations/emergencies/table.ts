import type { Generated } from "kysely";

/** One on-call page per technician and emergency. */
interface EmergencyCallRow {
  booking_id: string;
  technician_id: string;
  paged_at: Date;
  declined_at: Generated<Date | null>;
}

declare module "~/platform/database/tables" {
  interface Tables {
    on_call_pages: EmergencyCallRow;
  }
}
