import { addDays, dubaiInstant } from "~/platform/time";

/** What the office keeps of a technician, beside when he can come (slots.ts). Pure; days are Dubai's. */

/** So long before a certificate runs out the office is reminded to renew it. */
export const CERTIFICATE_WARNING_DAYS = 30;

export const certificateStates = ["valid", "expiring", "expired"] as const;
export type CertificateState = (typeof certificateStates)[number];

/** A certificate is good on its last day. */
export function certificateState(expiresOn: string, today: string): CertificateState {
  if (expiresOn < today) return "expired";
  return expiresOn <= addDays(today, CERTIFICATE_WARNING_DAYS) ? "expiring" : "valid";
}

/** A stretch of time as the office writes it: whole days, unless the first or the last is cut by a clock time. */
export interface WrittenRange {
  fromDay: string;
  fromTime?: string;
  toDay: string;
  toTime?: string;
}

/** When it begins and ends. It may be empty, or end before it begins, as nobody has checked what was written. */
export function rangeOf({ fromDay, fromTime, toDay, toTime }: WrittenRange): { start: Date; end: Date } {
  return {
    start: dubaiInstant(fromDay, fromTime ?? "00:00"),
    end: toTime ? dubaiInstant(toDay, toTime) : dubaiInstant(addDays(toDay, 1), "00:00"),
  };
}

interface Range {
  /** ISO 8601 in UTC. */
  startsAt: string;
  /** Null: without an end. */
  endsAt: string | null;
}

declare module "~/platform/events/events" {
  interface Events {
    "technician.added": Record<never, never>;
    "technician.edited": Record<never, never>;
    "technician.deactivated": Record<never, never>;
    "technician.reactivated": Record<never, never>;
    "technician.skills-changed": Record<never, never>;
    "technician.zones-changed": Record<never, never>;
    "technician.shifts-changed": Record<never, never>;
    "technician.time-off-planned": Range & { timeOffId: string; visitsWithin: number };
    "technician.time-off-cancelled": Range & { timeOffId: string };
    "technician.on-call-planned": Range & { onCallId: string };
    "technician.on-call-cancelled": Range & { onCallId: string };
    "technician.on-call-changed": { always: boolean };
    "technician.certificate-recorded": { certificateId: string; name: string; expiresOn: string };
    "technician.certificate-removed": { certificateId: string; name: string; expiresOn: string };
    /** `userId`: the account that waits for its password. */
    "technician.invited": { userId: string };
    "technician.picture-changed": Record<never, never>;
    "technician.picture-removed": Record<never, never>;
    "technician.calendar-opened": Record<never, never>;
    "technician.calendar-closed": Record<never, never>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "visits-ahead": { count: number };
    "service-unknown": unknown;
    "certificate-unknown": unknown;
    "shifts-overlap": unknown;
    "range-empty": unknown;
    "time-off-unknown": unknown;
    "on-call-overlap": unknown;
    "on-call-unknown": unknown;
  }
}
