import * as z from "zod/mini";
import { messageStates, textChannels } from "~/platform/messaging/channel";
import { bookingStates } from "../bookings/booking";

/** Instants are ISO 8601 in UTC. */

const instant = z.iso.datetime();

/** A technician who was paged for an emergency, with each step of the page. */
export const onCallPage = z.object({
  technicianId: z.uuid(),
  name: z.string(),
  pagedAt: instant,
  /** Push messages so far, 15 seconds apart. */
  rings: z.int(),
  /** First push message that reached the push service of a device; null: none did. */
  rangAt: z.nullable(instant),
  isRinging: z.boolean(),
  /** End of the time to answer. */
  unansweredAt: z.nullable(instant),
  /** The technician has another visit and offered to go. */
  offeredAt: z.nullable(instant),
  declinedAt: z.nullable(instant),
  /** The technician is sent to the emergency. */
  isAssigned: z.boolean(),
  /** Text after the time to answer: the channel, and the one after it if the first did not deliver. */
  texts: z.array(z.object({ channel: z.enum(textChannels), state: z.enum(messageStates), at: instant })),
});
export type OnCallPage = z.output<typeof onCallPage>;

export const runningEmergencies = z.object({
  emergencies: z.array(
    z.object({
      id: z.uuid(),
      reference: z.string(),
      state: z.enum(bookingStates),
      customerName: z.string(),
      phone: z.string(),
      area: z.string(),
      address: z.string(),
      /** Null if unknown to the customer. */
      tradeName: z.nullable(z.string()),
      message: z.string(),
      requestedAt: instant,
      acknowledgedAt: z.nullable(instant),
      dispatchedAt: z.nullable(instant),
      technicianName: z.nullable(z.string()),
      paged: z.array(onCallPage),
      /** True if no technician was paged and none on call does this work. */
      lacksOnCall: z.boolean(),
      /** All who can arrive by the deadline, best first; empty once a technician is dispatched. */
      suggestions: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          phone: z.string(),
          onCall: z.boolean(),
          /** The technician has another visit and offered to go. */
          offered: z.boolean(),
          arrivesAt: instant,
          /** Visits that must be moved first, until `displacedUntil`. */
          displacedVisitIds: z.array(z.uuid()),
          displacedUntil: z.nullable(instant),
        }),
      ),
    }),
  ),
});
export type RunningEmergencies = z.output<typeof runningEmergencies>;

export const emergencyCalls = z.object({
  emergencies: z.array(
    z.object({
      id: z.uuid(),
      reference: z.string(),
      serviceName: z.string(),
      customerName: z.string(),
      phone: z.string(),
      address: z.string(),
      message: z.string(),
      requestedAt: instant,
      /** The technician offered to go; the office decides. */
      offered: z.boolean(),
    }),
  ),
});
export type EmergencyCalls = z.output<typeof emergencyCalls>;
