import type { Generated } from "kysely";

/** Who was asked to go to an emergency, once each. */
interface EmergencyCallRow {
  booking_id: string;
  technician_id: string;
  asked_at: Date;
  passed_on_at: Generated<Date | null>;
}

declare module "~/platform/database/tables" {
  interface Tables {
    emergency_calls: EmergencyCallRow;
  }
}
