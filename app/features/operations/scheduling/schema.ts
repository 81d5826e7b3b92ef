import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { emailAddress } from "~/platform/text/email";
import { onePhone } from "~/platform/text/one-phone";
import { normalizePhone } from "~/platform/text/phone-input";
import { requiredMessage } from "~/platform/text/required-text";
import { plainLine, trimmedText } from "~/platform/text/sanitize-text";
import { isDay } from "~/platform/time";

const text = (max: number) =>
  z
    .string({ error: requiredMessage })
    .check(trimmedText(max), z.maxLength(max, { error: () => m.admin_error_too_long({ max }), abort: true }));

const day = z
  .string({ error: () => m.admin_error_day() })
  .check(z.refine(isDay, { error: () => m.admin_error_day() }));
const time = z
  .string({ error: () => m.scheduling_error_time() })
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => m.scheduling_error_time() }));

const offeredDay = z.optional(
  z.string().check(z.refine(isDay, { error: () => m.booking_error_date_invalid() })),
);

/** Range of days to list free times of; see `listOfferedDays` for the defaults. */
export const dayRange = z.object({ from: offeredDay, to: offeredDay });

/** Ids of the affected visits that the user accepts; otherwise the change is refused. */
export const acceptedVisitsField = {
  acceptedVisitIds: z.optional(z.array(z.uuid()).check(z.maxLength(1_000))),
};

export const technicianContactSchema = z.object({
  // Counts code points as PostgreSQL does, instead of UTF-16 units.
  name: text(50).check(
    plainLine(),
    z.refine((name) => [...name].length >= 2, { error: requiredMessage }),
  ),
  email: emailAddress({ required: requiredMessage, invalid: () => m.scheduling_error_email() }),
  phone: z.pipe(
    text(30).check(onePhone(() => m.scheduling_error_phone())),
    z.transform((phone) => normalizePhone(phone) ?? phone),
  ),
});
export type TechnicianContact = z.output<typeof technicianContactSchema>;

export const skillsSchema = z.object({
  serviceIds: z
    .array(z.string())
    .check(z.maxLength(50, { error: () => m.scheduling_error_too_many({ max: 50 }) })),
});

export const zonesSchema = z.object({
  areas: z
    .array(text(50).check(z.minLength(1, { error: requiredMessage })))
    .check(z.maxLength(60, { error: () => m.scheduling_error_too_many({ max: 60 }) })),
});

const MIDNIGHT_MIN = 24 * 60;
/** Six shifts a day. */
const MAX_SHIFTS = 42;
export const shiftsSchema = z.object({
  shifts: z
    .array(
      z
        .object({
          weekday: z.int().check(z.minimum(1), z.maximum(7)),
          startMin: z.int().check(z.minimum(0), z.maximum(MIDNIGHT_MIN - 1)),
          endMin: z.int().check(z.minimum(1), z.maximum(MIDNIGHT_MIN)),
        })
        .check(
          z.refine(({ startMin, endMin }) => startMin < endMin, {
            error: () => m.scheduling_error_shift_order(),
          }),
        ),
    )
    .check(z.maxLength(MAX_SHIFTS, { error: () => m.scheduling_error_too_many({ max: MAX_SHIFTS }) })),
});

const toRangeInput = { fromDay: day, fromTime: z.optional(time), toDay: day, toTime: z.optional(time) };
export const rangeSchema = z.object(toRangeInput);
export const timeOffSchema = z.object({ ...toRangeInput, reason: z._default(text(200), "") });

export const certificateSchema = z.object({
  name: text(80).check(z.minLength(1, { error: requiredMessage })),
  number: z._default(text(40), ""),
  expiresOn: day,
});

export const holidaySchema = z.object({
  day,
  name: text(80).check(z.minLength(1, { error: requiredMessage })),
  tentative: z._default(z.boolean(), false),
});

export const seasonSchema = z
  .object({
    name: text(80).check(z.minLength(1, { error: requiredMessage })),
    firstDay: day,
    lastDay: day,
    shorterByMin: z
      .int({ error: () => m.scheduling_error_shorter_by() })
      .check(
        z.minimum(15, { error: () => m.scheduling_error_shorter_by() }),
        z.maximum(480, { error: () => m.scheduling_error_shorter_by() }),
      ),
  })
  .check(
    z.refine(({ firstDay, lastDay }) => firstDay <= lastDay, {
      error: () => m.board_error_range(),
      path: ["lastDay"],
    }),
  );
