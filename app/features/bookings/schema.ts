import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { normalizePhone } from "~/platform/text/phone-input";
import { addDays, isDay } from "~/platform/time";
import {
  addressSchema,
  captchaTokenSchema,
  customerName,
  email,
  message,
  openChoice,
  phone,
  securityCheckSchema,
} from "../forms/schema";
import { slotTimes } from "../scheduling/slots";

/**
 * What a visitor may send, with the client's rules and words (docs/domain.md, "Forms"). One schema for the form, the
 * API and the command, so that they cannot disagree.
 */

/** How far ahead a date can be asked for, in days. */
export const BOOKING_HORIZON_DAYS = 365;

const service = z
  .string({ error: () => m.booking_error_service_required() })
  .check(z.trim(), z.minLength(1, { error: () => m.booking_error_service_required() }));

/** A calendar day, `yyyy-MM-dd`. */
export const daySchema = z
  .string({ error: () => m.booking_error_date_invalid() })
  .check(z.refine(isDay, { error: () => m.booking_error_date_invalid(), abort: true }));

/** One of the eleven times of day that are offered. */
export const slotTimeSchema = z
  .string({ error: () => m.booking_error_time_invalid() })
  .check(z.refine((time) => slotTimes.includes(time), { error: () => m.booking_error_time_invalid() }));

/** The key of a mailed link; empty for who is signed in. */
export const linkKeySchema = z._default(z.string(), "");
/** Which version of a booking a change is made from. */
export const versionSchema = z.int32({ error: () => m.booking_error_stale() });
/** Why something is done, in words of the office. */
export const reasonSchema = z.optional(
  z.string().check(z.maxLength(500, { error: () => m.booking_error_too_long({ max: 500 }) })),
);

/** Any time of day, `HH:mm`: the office is not bound to slots. */
export const clockTimeSchema = z
  .string({ error: () => m.booking_error_time_invalid() })
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => m.booking_error_time_invalid() }));

/** A day that a customer can ask for: from `today`, the Dubai calendar day, to a year ahead. */
export const bookableDaySchema = (today: string) =>
  daySchema.check(
    z.refine((day) => day >= today, { error: () => m.booking_error_date_past() }),
    z.refine((day) => day <= addDays(today, BOOKING_HORIZON_DAYS), {
      error: () => m.booking_error_date_far(),
    }),
  );

/** A visit takes between a quarter of an hour and half a day, in minutes. */
export const MIN_DURATION_MIN = 15;
export const MAX_DURATION_MIN = 720;

const wrongLength = () => m.booking_error_length();

export const durationSchema = z
  .int({ error: wrongLength })
  .check(
    z.minimum(MIN_DURATION_MIN, { error: wrongLength }),
    z.maximum(MAX_DURATION_MIN, { error: wrongLength }),
  );

/** The longest note of the office, and the longest words about a contact. */
export const LOG_LENGTH = 1000;

/** The most of one item, and the most items of a booking. */
export const MAX_ITEM_QUANTITY = 50;
const MAX_LINE_ITEMS = 20;

const itemsInvalid = { error: () => m.lines_error_items({ max: MAX_ITEM_QUANTITY }) };

/** So many of each item of the price book; none: what stands for the service, once. */
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

/** Photos that were uploaded for a booking, by the ids of their files. */
export const MAX_PHOTOS = 5;

const photosInvalid = { error: () => m.booking_error_photos({ max: MAX_PHOTOS }) };
const photoIds = z._default(
  z.array(z.uuid(photosInvalid), photosInvalid).check(
    z.maxLength(MAX_PHOTOS, photosInvalid),
    z.refine((ids) => new Set(ids).size === ids.length, photosInvalid),
  ),
  [],
);

/** As in the mails: `BK-2026-000123`. */
export const referenceSchema = z
  .string({ error: () => m.booking_error_reference() })
  .check(z.regex(/^BK-\d{4}-\d{6}$/, { error: () => m.booking_error_reference() }));

/** The fields of the form 'Book Your Service'. `today` is the Dubai calendar day: past dates are refused. */
export const bookingFormSchema = (today: string) =>
  z.object({
    customerName,
    email,
    phone,
    service,
    /** Of an emergency: the service that it is about. Left open by whoever is not sure, and by every other request. */
    trade: openChoice(z.string().check(z.trim())),
    items: z._default(itemsSchema, []),
    preferredDate: openChoice(bookableDaySchema(today)),
    preferredTime: openChoice(slotTimeSchema),
    /** The reference of a finished booking of one's own: whoever did that work is asked for. A wish, and not for emergencies. */
    sameTechnicianAs: openChoice(referenceSchema),
    message,
    addressParts: z.prefault(addressSchema, { street: "" }),
    photoIds,
  });

/** The body of POST /api/handle-booking. `address` and `preferredDateTime` are read from their parts, not believed. */
export const bookingRequestSchema = (today: string) =>
  z.extend(bookingFormSchema(today), {
    preferredDateTime: z.optional(z.nullable(z.string())),
    address: z.optional(z.string()),
    /** The reference of the same booking that they have already, who mean a second one. */
    confirmDuplicateOf: z.optional(z.string()),
    captchaToken: captchaTokenSchema,
    securityCheck: securityCheckSchema,
  });

export type BookingForm = z.output<ReturnType<typeof bookingFormSchema>>;

/** Date and time joined by a space, as far as they were chosen (docs/domain.md, "Forms"). */
export function preferredDateTime(
  form: Pick<BookingForm, "preferredDate" | "preferredTime">,
): string | undefined {
  return [form.preferredDate, form.preferredTime].filter(Boolean).join(" ") || undefined;
}

/** What finds a booking for somebody who lost its link. */
export const linkRequestSchema = z.object({
  reference: z.pipe(
    z.string({ error: () => m.booking_error_reference() }).check(z.trim(), z.toUpperCase()),
    referenceSchema,
  ),
  contact: z.string({ error: () => m.booking_error_contact() }).check(
    z.trim(),
    z.maxLength(254, { error: () => m.booking_error_contact(), abort: true }),
    z.refine((contact) => z.safeParse(email, contact).success || normalizePhone(contact) !== null, {
      error: () => m.booking_error_contact(),
    }),
  ),
});
