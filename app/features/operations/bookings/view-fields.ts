import * as z from "zod/mini";
import { bookingStates, correctedFields, timelineEntries } from "./booking";

/**
 * API views. Instants are ISO 8601 in UTC, days `yyyy-MM-dd` and times `HH:mm` in Dubai, money in fils
 * including VAT.
 */

export const instant = z.iso.datetime();

export const state = z.enum(bookingStates);

export const timelineEntry = z.object({
  event: z.enum(timelineEntries),
  toState: state,
  at: instant,
  reason: z.nullable(z.string()),
  corrected: z.optional(z.array(z.enum(correctedFields))),
});

/** Work on hold: its reason, and the Dubai day on which it is expected to continue. */
export const onHold = z.object({ reason: z.string(), continueOn: z.nullable(z.string()) });

/** Old and new value; null if there was or is none. */
export const fromTo = <Value extends z.ZodMiniType>(value: Value) =>
  z.object({ before: z.nullable(value), after: z.nullable(value) });

export const bookingHead = {
  id: z.uuid(),
  reference: z.string(),
  state,
  version: z.int(),
  serviceId: z.string(),
  /** Includes the trade of an emergency, if known. */
  serviceName: z.string(),
  /** Trade of an emergency; null if unknown or no emergency. */
  tradeName: z.nullable(z.string()),
  /** Trade of an emergency; null if unknown or no emergency. */
  tradeId: z.nullable(z.string()),
  emergency: z.boolean(),
  customerName: z.string(),
};
