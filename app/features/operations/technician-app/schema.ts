import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { delayOptions } from "../bookings/arrival-estimate/delay-options";
import { versionSchema } from "../bookings/schema";
import { reportLimits, visitTaps } from "./visit-report";

const text = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, { error: () => m.booking_error_too_long({ max }) }));

/** Tap sent by the app. */
export const visitMoveSchema = z.object({
  transition: z.enum(visitTaps, { error: () => m.booking_error_wrong_state() }),
  /** Minutes of a delay. */
  minutes: z.optional(z.literal(delayOptions, { error: () => m.common_error_wrong_value() })),
  version: versionSchema,
  /** Time of the tap, possibly long before it is sent. */
  tappedAt: z.pipe(
    z.iso.datetime({ error: () => m.common_error_wrong_value() }),
    z.transform((tapped) => new Date(tapped)),
  ),
  /** Confirms "on the way" for another day. */
  confirmOtherDay: z.optional(z.boolean()),
  /** Reason shown to the customer. */
  reason: z.optional(text(reportLimits.reason)),
  /** Note for the office. */
  note: z._default(text(reportLimits.note), ""),
  /** Ids of uploaded pictures. */
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
      signedBy: text(reportLimits.signedBy).check(
        z.minLength(1, { error: () => m.technician_error_signed_by() }),
      ),
    }),
  ),
});
export type VisitMoveInput = z.output<typeof visitMoveSchema>;
