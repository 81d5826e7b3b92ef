import * as z from "zod/mini";
import { bookingStates } from "../bookings/booking";

/** Instants are ISO 8601 in UTC. */

const instant = z.iso.datetime();

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
      paged: z.array(z.object({ name: z.string(), declined: z.boolean() })),
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
