import type { Silent } from "~/platform/events/events";
import { addDays, dubaiInstant } from "~/platform/time";

/** Pure functions; days are Asia/Dubai. */

export const CERTIFICATE_WARNING_DAYS = 30;

export const certificateStates = ["valid", "expiring", "expired"] as const;
export type CertificateState = (typeof certificateStates)[number];

/** Valid on its last day. */
export function certificateState(expiresOn: string, today: string): CertificateState {
  if (expiresOn < today) return "expired";
  return expiresOn <= addDays(today, CERTIFICATE_WARNING_DAYS) ? "expiring" : "valid";
}

/** Whole days unless a time is given. */
export interface RangeInput {
  fromDay: string;
  fromTime?: string;
  toDay: string;
  toTime?: string;
}

/** Unvalidated: the range may be empty or reversed. */
export function toInstants({ fromDay, fromTime, toDay, toTime }: RangeInput): { start: Date; end: Date } {
  return {
    start: dubaiInstant(fromDay, fromTime ?? "00:00"),
    end: toTime ? dubaiInstant(toDay, toTime) : dubaiInstant(addDays(toDay, 1), "00:00"),
  };
}

interface Range {
  /** ISO 8601 in UTC. */
  startsAt: string;
  /** Null if the end is open. */
  endsAt: string | null;
}

declare module "~/platform/events/events" {
  interface Events {
    "technician.added": Silent;
    "technician.edited": Silent;
    "technician.deactivated": Silent;
    "technician.reactivated": Silent;
    "technician.skills-changed": Silent;
    "technician.zones-changed": Silent;
    "technician.shifts-changed": Silent;
    "technician.time-off-planned": Silent<Range & { timeOffId: string; visitsWithin: number }>;
    "technician.time-off-cancelled": Silent<Range & { timeOffId: string }>;
    "technician.on-call-planned": Silent<Range & { onCallId: string }>;
    "technician.on-call-cancelled": Silent<Range & { onCallId: string }>;
    "technician.on-call-changed": Silent<{ always: boolean }>;
    "technician.certificate-recorded": Silent<{ certificateId: string; name: string; expiresOn: string }>;
    "technician.certificate-removed": Silent<{ certificateId: string; name: string; expiresOn: string }>;
    /** `userId`: the invited account. */
    "technician.invited": { userId: string };
    "technician.picture-changed": Silent;
    "technician.picture-removed": Silent;
    "technician.website-consent-given": Silent;
    "technician.website-consent-withdrawn": Silent;
    "technician.calendar-link-enabled": Silent;
    "technician.calendar-link-disabled": Silent;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "upcoming-visits": { count: number };
    "service-unknown": unknown;
    "certificate-unknown": unknown;
    "shifts-overlap": unknown;
    "range-empty": unknown;
    "time-off-unknown": unknown;
    "on-call-overlap": unknown;
    "on-call-unknown": unknown;
  }
}
