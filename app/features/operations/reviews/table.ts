import type { Generated } from "kysely";

interface ReviewRow {
  id: Generated<string>;
  booking_id: string;
  rating: number;
  comment: string;
  created_at: Date;
  published_at: Date | null;
  /** Answer of the office; set together with its time. */
  answer: Generated<string | null>;
  answered_at: Generated<Date | null>;
  /** Copied from the booking by a trigger. */
  service_id: Generated<string>;
  /** Technician who finished the work; set by a trigger. */
  finished_by_technician_id: Generated<string | null>;
}

interface WarrantyRequestRow {
  id: Generated<string>;
  booking_id: string;
  message: string;
  created_at: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    reviews: ReviewRow;
    warranty_visit_requests: WarrantyRequestRow;
  }
}
