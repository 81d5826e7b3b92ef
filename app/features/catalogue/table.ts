import type { Generated } from "kysely";

interface ServiceRow {
  id: string;
  name: string;
  summary: string;
  icon: string;
  page: Generated<boolean>;
  duration_min: number;
  buffer_min: Generated<number>;
  outdoor: Generated<boolean>;
  emergency: Generated<boolean>;
  position: number;
  active: Generated<boolean>;
  version: Generated<number>;
}

interface BusinessRow {
  id: Generated<true>;
  name: string;
  name_arabic: string;
  tagline: string;
  phone: string;
  emergency_phone: string;
  whatsapp: string;
  email: string;
  office_email: string;
  address: string;
  service_area: string;
  trn: string | null;
  instagram: string | null;
}

interface OpeningHoursRow {
  /** Monday 1 … Sunday 7 (ISO). */
  weekday: number;
  opens_at: string;
  closes_at: string;
}

declare module "~/platform/database/tables" {
  interface Tables {
    services: ServiceRow;
    business: BusinessRow;
    opening_hours: OpeningHoursRow;
  }
}
