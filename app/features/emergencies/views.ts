import * as z from "zod/mini";
import { bookingStates } from "../bookings/booking";

/** What screens and callers are shown. Instants are ISO 8601 in UTC. */

const instant = z.iso.datetime();

/** The emergencies on the clock, for every page of the back office. */
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
      /** What it is about; null: nobody could tell. */
      tradeName: z.nullable(z.string()),
      message: z.string(),
      requestedAt: instant,
      acknowledgedAt: z.nullable(instant),
      dispatchedAt: z.nullable(instant),
      technicianName: z.nullable(z.string()),
      /** Who was asked on the phone, and whether they passed it on. */
      paged: z.array(z.object({ name: z.string(), passedOn: z.boolean() })),
      /** Who can be sent now, the best first; none once somebody is. */
      suggestions: z.array(
        z.object({ id: z.uuid(), name: z.string(), phone: z.string(), onCall: z.boolean() }),
      ),
    }),
  ),
});
export type RunningEmergencies = z.output<typeof runningEmergencies>;

/** What a technician on call is asked: to go there, now. */
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
    }),
  ),
});
export type EmergencyCalls = z.output<typeof emergencyCalls>;
