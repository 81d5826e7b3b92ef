import { addDays, dubaiDate, dubaiInstant } from "../time";
import type { Channel } from "./channel";

/**
 * `emergency`: pages and escalations. `visit`: useless later, such as "on the way". `service`: about a booking.
 * `marketing`: only with consent.
 */
export type Urgency = "emergency" | "visit" | "service" | "marketing";

/** Time for a step, in seconds. `last`: of a step that nothing follows. */
const STEP_SECONDS: Record<Urgency, { step: number; last: number }> = {
  emergency: { step: 60, last: 600 },
  visit: { step: 180, last: 3600 },
  service: { step: 900, last: 24 * 3600 },
  marketing: { step: 3600, last: 9 * 3600 },
};

/** Dubai time, "HH:MM"; `from` is on the evening before `until`. */
export interface QuietHours {
  from: string;
  until: string;
}

const MARKETING_HOURS: QuietHours = { from: "18:00", until: "09:00" };
export const DEFAULT_QUIET_HOURS: QuietHours = { from: "21:00", until: "08:00" };

export interface RouteRequest {
  urgency: Urgency;
  addresses: Readonly<Partial<Record<Channel, string>>>;
  /** Channels of this person that must not be used. */
  optedOut: readonly Channel[];
  /** False without consent to marketing. */
  marketingConsent: boolean;
  /** The person's choice; null without one. */
  preferred: Channel | null;
  configured: readonly Channel[];
  /** The office's channels for the kind of message, in order. */
  allowed: readonly Channel[];
  now: Date;
  quietHours: QuietHours;
}

export interface RouteStep {
  channel: Channel;
  recipient: string;
  seconds: number;
}

export interface Route {
  /** Earliest time of the first step. */
  startsAt: Date;
  steps: RouteStep[];
}

/** The channels to try, in order: the person's choice first, then the order of the office. */
export function routeMessage(request: RouteRequest): Route {
  const { urgency, addresses, optedOut, preferred, configured, allowed, now } = request;
  if (urgency === "marketing" && !request.marketingConsent) return { startsAt: now, steps: [] };
  const usable = [...new Set(allowed)].flatMap((channel) => {
    const recipient = addresses[channel];
    return recipient && configured.includes(channel) && !optedOut.includes(channel)
      ? [{ channel, recipient }]
      : [];
  });
  const ordered = [
    ...usable.filter(({ channel }) => channel === preferred),
    ...usable.filter(({ channel }) => channel !== preferred),
  ];
  const { step, last } = STEP_SECONDS[urgency];
  return {
    startsAt: startOf(ordered[0]?.channel, request),
    steps: ordered.map((one, index) => ({ ...one, seconds: index === ordered.length - 1 ? last : step })),
  };
}

function startOf(first: Channel | undefined, { urgency, now, quietHours }: RouteRequest): Date {
  if (urgency === "emergency" || urgency === "visit" || !first) return now;
  if (urgency === "marketing") return endOfQuietHours(now, MARKETING_HOURS);
  // An email rings nowhere.
  return first === "email" ? now : endOfQuietHours(now, quietHours);
}

/** The instant itself outside the quiet hours. */
export function endOfQuietHours(now: Date, { from, until }: QuietHours): Date {
  const today = dubaiDate(now);
  const morning = dubaiInstant(today, until);
  if (now < morning) return morning;
  return now < dubaiInstant(today, from) ? now : dubaiInstant(addDays(today, 1), until);
}
