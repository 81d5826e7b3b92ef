import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { customerChannels } from "~/platform/messaging/channel";
import { hasSeveralPhones, normalizePhone } from "~/platform/text/phone-input";
import { codeLine, multiLine, singleLine } from "~/platform/text/sanitize-text";
import { addDays, isDay } from "~/platform/time";
import {
  captchaTokenSchema,
  customerName,
  email,
  message,
  openChoice,
  phone,
  securityCheckSchema,
} from "../../core/forms/schema";
import { MAX_VISIT_MIN, MAX_WORK_DAYS, MAX_WORK_MIN } from "../../core/pricing/work-time";
import { addressSchema } from "../../core/properties/schema";
import { requestedAccessSchema } from "../access/schema";
import { slotTimes } from "../scheduling/slots";
import { continuationProblem } from "./booking";

/**
 * The client's rules and messages (docs/domain.md, "Forms"). Form, API and command share the schema, so that
 * they cannot disagree.
 */

/** Latest bookable date, in days from today. */
export const BOOKING_HORIZON_DAYS = 365;

const service = z
  .string({ error: () => m.booking_error_service_required() })
  .check(singleLine(), z.minLength(1, { error: () => m.booking_error_service_required() }));

/** A calendar day, `yyyy-MM-dd`. */
export const daySchema = z
  .string({ error: () => m.booking_error_date_invalid() })
  .check(z.refine(isDay, { error: () => m.booking_error_date_invalid(), abort: true }));

/** One of the eleven start times on offer. */
export const slotTimeSchema = z
  .string({ error: () => m.booking_error_time_invalid() })
  .check(z.refine((time) => slotTimes.includes(time), { error: () => m.booking_error_time_invalid() }));

/** Key of the emailed link; empty for signed-in callers. */
export const linkKeySchema = z._default(z.string(), "");
export const versionSchema = z.int32({ error: () => m.booking_error_stale() });
export const reasonSchema = z.optional(
  z.string().check(multiLine(), z.maxLength(500, { error: () => m.booking_error_too_long({ max: 500 }) })),
);

/** `HH:mm`, any time, because the office is not bound to slots. */
export const clockTimeSchema = z
  .string({ error: () => m.booking_error_time_invalid() })
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => m.booking_error_time_invalid() }));

/** `today`: calendar day in Dubai. */
export const bookableDaySchema = (today: string) =>
  daySchema.check(
    z.refine((day) => day >= today, { error: () => m.booking_error_date_past() }),
    z.refine((day) => day <= addDays(today, BOOKING_HORIZON_DAYS), {
      error: () => m.booking_error_date_far(),
    }),
  );

/** Day on which work on hold is expected to continue. `today`: calendar day in Dubai. */
export const continuationDaySchema = (today: string) =>
  tooFarRefused(today).check(
    z.refine((day) => continuationProblem(day, today) !== "past", {
      error: () => m.booking_error_date_past(),
    }),
  );

/** The same day in a tap, which an offline phone sends late: a day that has passed is dropped. */
export const tappedContinuationDaySchema = (today: string) =>
  z.pipe(
    tooFarRefused(today),
    z.transform((day) => (continuationProblem(day, today) ? undefined : day)),
  );

const tooFarRefused = (today: string) =>
  daySchema.check(
    z.refine((day) => continuationProblem(day, today) !== "far", { error: () => m.booking_error_date_far() }),
  );

export const MIN_DURATION_MIN = 15;

const durationOutOfRange = () => m.booking_error_length();

export const durationSchema = z
  .int({ error: durationOutOfRange })
  .check(
    z.minimum(MIN_DURATION_MIN, { error: durationOutOfRange }),
    z.maximum(MAX_VISIT_MIN, { error: durationOutOfRange }),
  );

const workOutOfRange = () => m.booking_error_work_length({ days: MAX_WORK_DAYS });

/** Length of all the work of a booking, which may take several days. */
export const workDurationSchema = z
  .int({ error: workOutOfRange })
  .check(
    z.minimum(MIN_DURATION_MIN, { error: workOutOfRange }),
    z.maximum(MAX_WORK_MIN, { error: workOutOfRange }),
  );

export const LOG_LENGTH = 1000;

export const MAX_ITEM_QUANTITY = 50;
const MAX_LINE_ITEMS = 20;

const itemsInvalid = { error: () => m.lines_error_items({ max: MAX_ITEM_QUANTITY }) };

/** Quantities of price book items; if empty, the work is assessed on site. */
export const itemsSchema = z
  .array(
    z.object({
      service: z.string(itemsInvalid),
      item: z.string(itemsInvalid),
      quantity: z
        .int(itemsInvalid)
        .check(z.minimum(1, itemsInvalid), z.maximum(MAX_ITEM_QUANTITY, itemsInvalid)),
    }),
    itemsInvalid,
  )
  .check(
    z.maxLength(MAX_LINE_ITEMS, itemsInvalid),
    z.refine(
      (items) => new Set(items.map(({ service, item }) => `${service} ${item}`)).size === items.length,
      itemsInvalid,
    ),
  );

export type ChosenItem = z.output<typeof itemsSchema>[number];

export const MAX_PHOTOS = 5;

const photosInvalid = { error: () => m.booking_error_photos({ max: MAX_PHOTOS }) };
const photoIds = z._default(
  z.array(z.uuid(photosInvalid), photosInvalid).check(
    z.maxLength(MAX_PHOTOS, photosInvalid),
    z.refine((ids) => new Set(ids).size === ids.length, photosInvalid),
  ),
  [],
);

/** Reference as emails show it: `BK-2026-000123`. */
export const referenceSchema = z
  .string({ error: () => m.booking_error_reference() })
  .check(z.regex(/^BK-\d{4}-\d{6}$/, { error: () => m.booking_error_reference() }));

/** The form "Book Your Service". `today`: calendar day in Dubai; past dates are refused. */
export const bookingFormSchema = (today: string) =>
  z.object({
    customerName,
    email,
    phone,
    service,
    trade: openChoice(z.string().check(singleLine())),
    items: z._default(itemsSchema, []),
    preferredDate: openChoice(bookableDaySchema(today)),
    preferredTime: openChoice(slotTimeSchema),
    /** Reference of the customer's finished booking. Ignored for emergencies. */
    sameTechnicianAs: openChoice(referenceSchema),
    message,
    /** Consent to service messages by this channel. */
    messageChannel: openChoice(z.enum(customerChannels)),
    addressParts: z.prefault(addressSchema, { street: "" }),
    photoIds,
    access: z.optional(requestedAccessSchema),
  });

/**
 * `address` and `preferredDateTime` are accepted but ignored, because the server derives them from their
 * parts.
 */
export const bookingRequestSchema = (today: string) =>
  z.extend(bookingFormSchema(today), {
    preferredDateTime: z.optional(z.nullable(z.string())),
    address: z.optional(z.string()),
    /** Reference of the duplicate booking, if the customer means a second one. */
    confirmDuplicateOf: z.optional(z.string()),
    captchaToken: captchaTokenSchema,
    /** Refuse the request if its time is not held. A posted form sends any text. */
    requireHold: z.optional(z.pipe(z.transform(Boolean), z.boolean())),
    securityCheck: securityCheckSchema,
  });

export type BookingForm = z.output<ReturnType<typeof bookingFormSchema>>;

/** Date and time, as far as chosen, joined by a space (docs/domain.md, "Forms"). */
export function preferredDateTime(
  form: Pick<BookingForm, "preferredDate" | "preferredTime">,
): string | undefined {
  return [form.preferredDate, form.preferredTime].filter(Boolean).join(" ") || undefined;
}

export const linkRequestSchema = z.object({
  reference: z.pipe(
    z.string({ error: () => m.booking_error_reference() }).check(codeLine(), z.toUpperCase()),
    referenceSchema,
  ),
  contact: z.string({ error: () => m.booking_error_contact() }).check(
    singleLine(),
    z.maxLength(254, { error: () => m.booking_error_contact(), abort: true }),
    z.refine((contact) => z.safeParse(email, contact).success || normalizePhone(contact) !== null, {
      error: ({ input }) =>
        hasSeveralPhones(String(input)) ? m.booking_error_phone_several() : m.booking_error_contact(),
    }),
  ),
});
