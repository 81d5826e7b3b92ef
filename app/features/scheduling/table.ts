import type { Generated } from "kysely";

interface TechnicianRow {
  id: Generated<string>;
  user_id: string | null;
  name: string;
  email: string;
  phone: string;
  on_call: Generated<boolean>;
  active: Generated<boolean>;
  created_at: Date;
}

interface TechnicianSkillRow {
  technician_id: string;
  service_id: string;
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
  starts_at: Date;
  ends_at: Date;
  buffer_min: Generated<number>;
  live: Generated<boolean>;
  during: Generated<string>;
  created_at: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    technicians: TechnicianRow;
    technician_skills: TechnicianSkillRow;
    shifts: ShiftRow;
    time_off: TimeOffRow;
    public_holidays: PublicHolidayRow;
    visits: VisitRow;
  }
}
