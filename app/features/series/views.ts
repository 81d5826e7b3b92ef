import * as z from "zod/mini";
import { bookingStates } from "../bookings/booking";
import { rhythms } from "./rhythm";

/** Series of visits as the office and their customers see them. Days are Dubai's, instants ISO 8601 in UTC. */

const seriesVisit = z.object({
  number: z.int(),
  bookingId: z.uuid(),
  reference: z.string(),
  state: z.enum(bookingStates),
  /** When somebody comes, where that is fixed. */
  startsAt: z.nullable(z.iso.datetime()),
  /** The day that it is wanted for, where no time is fixed. */
  day: z.nullable(z.string()),
});
export type SeriesVisit = z.output<typeof seriesVisit>;

export const seriesView = z.object({
  id: z.uuid(),
  version: z.int32(),
  rhythm: z.enum(rhythms),
  time: z.string(),
  serviceName: z.string(),
  address: z.string(),
  endedAt: z.nullable(z.iso.datetime()),
  /** The day around which the next one that is not booked yet is to be; null: none is. */
  nextDay: z.nullable(z.string()),
  /** In the order of their numbers, without those that were called off. */
  visits: z.array(seriesVisit),
});
export type SeriesView = z.output<typeof seriesView>;
