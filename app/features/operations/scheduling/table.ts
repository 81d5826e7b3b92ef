import type { Generated, GeneratedAlways } from "kysely";

interface TechnicianRow {
  id: Generated<string>;
  user_id: string | null;
  name: string;
  email: string;
  phone: string;
  on_call: Generated<boolean>;
  active: Generated<boolean>;
  version: Generated<number>;
  calendar_seed: string | null;
  created_at: Date;
}

interface TechnicianSkillRow {
  technician_id: string;
  service_id: string;
}

interface TechnicianZoneRow {
  technician_id: string;
  area: string;
}

interface ShiftRow {
  technician_id: string;
  /** Monday 1 … Sunday 7. */
  weekday: number;
  /** Minutes after midnight, Asia/Dubai. */
  start_min: number;
  end_min: number;
}

interface TimeOffRow {
  id: Generated<string>;
  technician_id: string;
  during: string;
  reason: Generated<string>;
}

interface OnCallShiftRow {
  id: Generated<string>;
  technician_id: string;
  during: string;
}

interface CertificateRow {
  id: Generated<string>;
  technician_id: string;
  name: string;
  number: Generated<string>;
  expires_on: string;
}

interface TechnicianPictureRow {
  technician_id: string;
  /** Copy of the technician's, so that only active technicians have pictures. */
  active: GeneratedAlways<boolean>;
  id: Generated<string>;
  small: Buffer;
  large: Buffer;
  created_at: Date;
}

interface SeasonRow {
  id: Generated<string>;
  name: string;
  first_day: string;
  last_day: string;
  shorter_by_min: number;
}

interface PublicHolidayRow {
  day: string;
  name: string;
  tentative: Generated<boolean>;
  open: Generated<boolean>;
}

interface VisitRow {
  id: string;
  booking_id: string;
  technician_id: string | null;
  state: "held" | "scheduled" | "en_route" | "on_site" | "on_hold" | "work_done" | "no_access" | "cancelled";
  /** Planned; actual times are in the three columns below. */
  starts_at: Date;
  ends_at: Date;
  departed_at: Generated<Date | null>;
  arrived_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
  /** Delay reported on the way. */
  delay_min: Generated<number>;
  buffer_min: Generated<number>;
  area: Generated<string>;
  /** Crew size. */
  crew_size: Generated<number>;
  /** Part of a multi-day job. */
  multi_day: Generated<boolean>;
  /** Lead technician's visit; null for the lead. Triggers copy its time and state. */
  lead_visit_id: Generated<string | null>;
  /** Emergency trade or booked service. Copied from the booking by a trigger. */
  trade: Generated<string | null>;
  /** Copied from the booking by a trigger. */
  requested_at: Generated<Date | null>;
  /** Start of the booking's last live visit, kept by a trigger. */
  last_visit_start: Generated<Date | null>;
  live: Generated<boolean>;
  during: Generated<string>;
  /** Finished again later in the same booking; kept by a trigger, like the next column. */
  superseded: Generated<boolean>;
  /** Last finished visit of a booking, with a warranty booking within 30 days. */
  led_to_warranty: Generated<boolean>;
  created_at: Date;
}

/** View: planned visits with a technician. */
interface PlannedVisitRow {
  id: string;
  booking_id: string;
  technician_id: string;
  starts_at: Date;
  ends_at: Date;
  buffer_min: number;
  area: string;
  reference: string;
  emergency: boolean;
  service_id: string;
  service_name: string;
  outdoor: boolean;
  /** Required skills. */
  skills: string[];
}

declare module "~/platform/database/tables" {
  interface Tables {
    technicians: TechnicianRow;
    technician_skills: TechnicianSkillRow;
    technician_zones: TechnicianZoneRow;
    shifts: ShiftRow;
    time_off: TimeOffRow;
    on_call_shifts: OnCallShiftRow;
    certificates: CertificateRow;
    technician_pictures: TechnicianPictureRow;
    public_holidays: PublicHolidayRow;
    seasons: SeasonRow;
    visits: VisitRow;
    assigned_visits: PlannedVisitRow;
  }
}
