import type { Generated } from "kysely";

interface ReviewRow {
  id: Generated<string>;
  booking_id: string;
  rating: number;
  words: string;
  created_at: Date;
  published_at: Date | null;
  /** What the office says to it; there with its time, or not at all. */
  answer: Generated<string | null>;
  answered_at: Generated<Date | null>;
  /** The booking's, kept by the database. */
  service_id: Generated<string>;
  /** Which technician's work it is about: who finished it last. Kept by the database. */
  finished_by: Generated<string | null>;
}

interface WarrantyRequestRow {
  id: Generated<string>;
  booking_id: string;
  words: string;
  created_at: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    reviews: ReviewRow;
    revisit_requests: WarrantyRequestRow;
  }
}
