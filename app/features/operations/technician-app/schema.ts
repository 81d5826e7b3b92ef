import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { trimmedText } from "~/platform/text/sanitize-text";
import { dubaiDate } from "~/platform/time";
import { MAX_AMOUNT_FILS } from "../../core/business/money-limits";
import { delayOptions } from "../bookings/arrival-estimate/delay-options";
import { tappedContinuationDaySchema, versionSchema } from "../bookings/schema";
import { sitePaymentMethods } from "./site-payment";
import { reportLimits } from "./visit-report";
import { visitTaps } from "./visit-taps";

const text = (max: number) =>
  z.string().check(trimmedText(max), z.maxLength(max, { error: () => m.booking_error_too_long({ max }) }));

/** Time of the tap, possibly long before it is sent. */
const tappedAt = z.pipe(
  z.iso.datetime({ error: () => m.common_error_wrong_value() }),
  z.transform((tapped) => new Date(tapped)),
);

const reportContent = (now: Date) => ({
  /** Dubai day on which work put on hold is expected to continue. */
  continueOn: z.optional(tappedContinuationDaySchema(dubaiDate(now))),
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
  /** Those of `photoIds` that were taken before the work. */
  beforePhotoIds: z.optional(z.array(z.uuid()).check(z.maxLength(reportLimits.photos))),
  /** Id of the uploaded voice message. */
  recordingId: z.optional(z.uuid()),
  /** Readings such as pressure, temperature or voltage. */
  readings: z.optional(text(reportLimits.readings)),
  /** Parts used. */
  parts: z.optional(text(reportLimits.parts)),
  /** Payment on site, which the office records. */
  payment: z.optional(
    z.object({
      method: z.enum(sitePaymentMethods, { error: () => m.common_error_wrong_value() }),
      fils: z
        .int()
        .check(
          z.minimum(1, { error: () => m.technician_error_payment_amount() }),
          z.maximum(MAX_AMOUNT_FILS, { error: () => m.technician_error_payment_amount() }),
        ),
    }),
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

/** Tap sent by the app. */
export const visitMoveSchema = (now: Date) =>
  z.object({
    transition: z.enum(visitTaps, { error: () => m.booking_error_wrong_state() }),
    /** Minutes of a delay. */
    minutes: z.optional(z.literal(delayOptions, { error: () => m.common_error_wrong_value() })),
    version: versionSchema,
    tappedAt,
    /** Confirms "on the way" for another day. */
    confirmOtherDay: z.optional(z.boolean()),
    /** Reason shown to the customer. */
    reason: z.optional(text(reportLimits.reason)),
    ...reportContent(now),
  });
export type VisitMoveInput = z.output<ReturnType<typeof visitMoveSchema>>;

/** Refused tap, for the office. */
export const lateReportSchema = (now: Date) =>
  z.object({
    /** Key of the tap: a repeated report is stored once. */
    id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    /** Key of the visit, from the list of own visits. */
    key: z.string().check(z.maxLength(200)),
    transition: z.enum(visitTaps, { error: () => m.booking_error_wrong_state() }),
    tappedAt,
    reason: z._default(text(reportLimits.reason), ""),
    ...reportContent(now),
  });
export type LateReportInput = z.output<ReturnType<typeof lateReportSchema>>;
