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
  /** Minutes after midnight in Asia/Dubai. */
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
  /** That of the technician: nobody who has left is shown. */
  active: GeneratedAlways<boolean>;
  id: Generated<string>;
  small: Buffer;
  large: Buffer;
  since: Date;
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
  /** As planned; when it really was is in the three instants below. */
  starts_at: Date;
  ends_at: Date;
  departed_at: Generated<Date | null>;
  arrived_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
  /** Than was to be expected when they set out, as the technician said on the way. */
  later_min: Generated<number>;
  buffer_min: Generated<number>;
  area: Generated<string>;
  /** How many people it takes. */
  hands: Generated<number>;
  /** One of several days that are planned as one. */
  of_plan: Generated<boolean>;
  /** The visit at which whoever this row is of helps, at its time and as far as it is; null: it is the visit itself. */
  lead_id: Generated<string | null>;
  /** Of the work that was booked; of an emergency, what it turned out to be. Kept by the database as the booking has it. */
  trade: Generated<string | null>;
  /** When the booking was asked for. Kept by the database as the booking has it. */
  requested_at: Generated<Date | null>;
  /** When the last visit of the booking begins, of those that take place; null: none does. Kept by the database. */
  last_start: Generated<Date | null>;
  live: Generated<boolean>;
  during: Generated<string>;
  /** Done, and finished once more later in the same booking. Kept by the database, as is the next. */
  done_again: Generated<boolean>;
  /** The last finished one of its booking, which was come back to within 30 days. */
  came_back: Generated<boolean>;
  created_at: Date;
}

/** A view: planned visits that have a technician. */
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
  /** What whoever goes has to be trained for, all of it. */
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
    visits_to_make: PlannedVisitRow;
  }
}
