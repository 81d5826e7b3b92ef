import * as z from "zod/mini";
import { certificateStates } from "./technicians/technician";

/** Instants are ISO 8601 in UTC, days `yyyy-MM-dd` in Asia/Dubai. */

const instant = z.iso.datetime();

export const offeredDays = z.object({
  days: z.array(
    z.object({
      date: z.string(),
      /** Holiday on which the business is closed. */
      holiday: z.nullable(z.string()),
      /** `free`: number of available technicians. */
      slots: z.array(z.object({ time: z.string(), free: z.int() })),
    }),
  ),
});
export type OfferedDay = z.output<typeof offeredDays>["days"][number];

const dayLoad = z.object({
  day: z.string(),
  visits: z.int(),
  /** Including buffers. */
  bookedMin: z.int(),
  shiftMin: z.int(),
});

export const technicianRow = z.object({
  id: z.uuid(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  active: z.boolean(),
  /** Null without a picture; initials are shown instead. */
  pictureId: z.nullable(z.uuid()),
  skills: z.array(z.string()),
  /** On call now. */
  onCall: z.boolean(),
  /** Absent for a part of the rest of today. */
  isAbsent: z.boolean(),
  today: dayLoad,
  certificatesExpiring: z.int(),
  certificatesExpired: z.int(),
});
export type TechnicianRow = z.output<typeof technicianRow>;

export const technicianList = z.object({ technicians: z.array(technicianRow) });
export type TechnicianList = z.output<typeof technicianList>;

export const onCallGaps = z.object({
  /** Days from now on. */
  days: z.int(),
  gaps: z.array(
    z.object({
      trades: z.array(z.string()),
      /** First time without a technician on call; both null if there is none at any time. */
      startsAt: z.nullable(instant),
      endsAt: z.nullable(instant),
    }),
  ),
});
export type OnCallGaps = z.output<typeof onCallGaps>;

const shift = z.object({ weekday: z.int(), startMin: z.int(), endMin: z.int() });
export type ShiftView = z.output<typeof shift>;

export const technicianDetail = z.object({
  id: z.uuid(),
  version: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  active: z.boolean(),
  /** Null without a picture; initials are shown instead. */
  pictureId: z.nullable(z.uuid()),
  skills: z.array(z.object({ id: z.string(), name: z.string() })),
  zones: z.array(z.string()),
  shifts: z.array(shift),
  /** Without past absences. */
  timeOff: z.array(
    z.object({ id: z.uuid(), startsAt: instant, endsAt: z.nullable(instant), reason: z.string() }),
  ),
  alwaysOnCall: z.boolean(),
  onCall: z.array(z.object({ id: z.uuid(), startsAt: instant, endsAt: instant })),
  certificates: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      number: z.string(),
      expiresOn: z.string(),
      state: z.enum(certificateStates),
    }),
  ),
  /** Monday to Sunday. */
  week: z.array(dayLoad),
  /** Access to the technician's app. `email`: sign-in address; null if never invited. */
  signIn: z.object({
    state: z.enum(["none", "invited", "active"]),
    email: z.nullable(z.string()),
    userId: z.nullable(z.uuid()),
  }),
  /** Consent of the technician to appear on the website; null without it. */
  websiteConsentAt: z.nullable(instant),
  /** Null if there is no calendar link. */
  calendarUrl: z.nullable(z.url()),
});
export type TechnicianDetail = z.output<typeof technicianDetail>;

export const holidayView = z.object({
  day: z.string(),
  name: z.string(),
  /** Not announced yet, since it depends on the moon; already closed. */
  tentative: z.boolean(),
  /** The business works anyway. */
  open: z.boolean(),
});
export type HolidayView = z.output<typeof holidayView>;

export const seasonView = z.object({
  id: z.uuid(),
  name: z.string(),
  firstDay: z.string(),
  lastDay: z.string(),
  shorterByMin: z.int(),
});
export type SeasonView = z.output<typeof seasonView>;

export const closedDays = z.object({ holidays: z.array(holidayView), seasons: z.array(seasonView) });
export type ClosedDays = z.output<typeof closedDays>;
