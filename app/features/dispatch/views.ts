import * as z from "zod/mini";

/** A visit as the office plans it. Instants are ISO 8601 in UTC. */
export const plannedVisit = z.object({
  id: z.uuid(),
  bookingId: z.uuid(),
  reference: z.string(),
  serviceName: z.string(),
  customerName: z.string(),
  area: z.string(),
  state: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});
export type PlannedVisit = z.output<typeof plannedVisit>;

export const visitsWithin = z.object({
  visits: z.array(plannedVisit),
  /** Whether there are more than are told. */
  more: z.boolean(),
});
export type VisitsWithin = z.output<typeof visitsWithin>;
