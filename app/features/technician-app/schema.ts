import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { delayOptions } from "../bookings/arrival-estimate/delay-options";
import { versionSchema } from "../bookings/schema";
import { reportLimits, visitTaps } from "./report";

const text = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, { error: () => m.booking_error_too_long({ max }) }));

/** What a phone sends when something was tapped. */
export const visitMoveSchema = z.object({
  move: z.enum(visitTaps, { error: () => m.booking_error_wrong_state() }),
  /** Of a delay: by how much later the customer is to expect him. */
  minutes: z.optional(z.literal(delayOptions, { error: () => m.common_error_wrong_value() })),
  version: versionSchema,
  /** When it was tapped; it may be sent much later. */
  tappedAt: z.pipe(
    z.iso.datetime({ error: () => m.common_error_wrong_value() }),
    z.transform((tapped) => new Date(tapped)),
  ),
  /** "On the way" to a visit of another day is meant. */
  anotherDay: z.optional(z.boolean()),
  /** Told to the customer: why the work waits. */
  reason: z.optional(text(reportLimits.reason)),
  /** For the office. */
  note: z._default(text(reportLimits.note), ""),
  /** Of pictures that were uploaded before. */
  photoIds: z._default(
    z.array(z.uuid()).check(
      z.maxLength(reportLimits.photos, {
        error: () => m.technician_error_photos({ max: reportLimits.photos }),
      }),
      z.refine((ids) => new Set(ids).size === ids.length, { error: () => m.common_error_wrong_value() }),
    ),
    [],
  ),
  signature: z.optional(
    z.object({
      fileId: z.uuid(),
      by: text(reportLimits.signedBy).check(z.minLength(1, { error: () => m.technician_error_signed_by() })),
    }),
  ),
});
export type VisitMoveInput = z.output<typeof visitMoveSchema>;
