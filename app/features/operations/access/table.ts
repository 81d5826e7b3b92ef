import type { Generated } from "kysely";

interface PropertyAccessRow {
  id: Generated<string>;
  property_id: string;
  /** Booking that these details apply to; null if they apply to the property. */
  booking_id: string | null;
  parking: string;
  notes: string;
  site_contact: string;
  site_phone: string | null;
  latitude: number | null;
  longitude: number | null;
  permit_needed: boolean;
  permit_by: "customer" | "office" | null;
  /** Last day on which the permit is valid. */
  permit_until: string | null;
  permit_file_id: string | null;
  version: Generated<number>;
}

declare module "~/platform/database/tables" {
  interface Tables {
    access_instructions: PropertyAccessRow;
  }
}
