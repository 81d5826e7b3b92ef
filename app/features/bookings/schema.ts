import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { normalizePhone } from "~/platform/text/phone";
import { oneLine, trimmed } from "~/platform/text/typed-text";
import { addDays, isDay } from "~/platform/time";
import { slotTimes } from "../scheduling/slots";
import { looksInjected, sanitizeText } from "./injection";

/**
 * What a visitor may send, with the rules and words of the specification's section 5. One schema for the form, the
 * API and the command, so that they cannot disagree.
 */

/** How far ahead a date can be asked for, in days. */
export const BOOKING_HORIZON_DAYS = 365;

export const limits = {
  message: 500,
  name: 50,
  street: 100,
  buildingName: 50,
  unitNumber: 10,
  area: 50,
  landmark: 100,
};

/** Its length is judged first, and ends the matter: what looks for code need not look at a megabyte. */
const cleanText = (max: number, tooLong: () => string, injected: () => string) =>
  z.pipe(
    z.string().check(
      trimmed(max),
      z.maxLength(max, { error: tooLong, abort: true }),
      z.refine((text) => !looksInjected(text), { error: injected }),
    ),
    z.transform(sanitizeText),
  );

export const customerName = z.string({ error: () => m.booking_error_name_required() }).check(
  z.trim(),
  z.minLength(1, { error: () => m.booking_error_name_required(), abort: true }),
  z.maxLength(limits.name, { error: () => m.booking_error_name_long(), abort: true }),
  z.refine((name) => !looksInjected(name), { error: () => m.booking_error_name_injected(), abort: true }),
  // A letter beyond the first plane is two for JavaScript, and one for a person and for PostgreSQL.
  z.refine((name) => [...name].length >= 2, { error: () => m.booking_error_name_short() }),
  z.regex(/^[\p{L}\p{M} .'’-]+$/u, { error: () => m.booking_error_name_characters() }),
);

export const email = z
  .string({ error: () => m.booking_error_email_required() })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: () => m.booking_error_email_required(), abort: true }),
    z.maxLength(254, { error: () => m.booking_error_email_invalid(), abort: true }),
    z.email({ error: () => m.booking_error_email_invalid() }),
  );

export const phone = z.pipe(
  z.string({ error: () => m.booking_error_phone_required() }).check(
    z.trim(),
    z.minLength(1, { error: () => m.booking_error_phone_required(), abort: true }),
    z.refine((text) => normalizePhone(text) !== null, { error: () => m.booking_error_phone_invalid() }),
  ),
  z.transform((text) => normalizePhone(text) ?? text),
);

const service = z
  .string({ error: () => m.booking_error_service_required() })
  .check(z.trim(), z.minLength(1, { error: () => m.booking_error_service_required() }));

const addressInjected = () => m.booking_error_address_injected();

export const addressSchema = z.object({
  street: z.pipe(
    z.pipe(
      z.string({ error: () => m.booking_error_street_required() }).check(
        oneLine(),
        z.maxLength(limits.street, {
          error: () => m.booking_error_too_long({ max: limits.street }),
          abort: true,
        }),
        z.refine((text) => !looksInjected(text), { error: addressInjected }),
      ),
      z.transform(sanitizeText),
    ),
    // Last: a street of nothing but what is stripped is none.
    z.string().check(z.minLength(1, { error: () => m.booking_error_street_required() })),
  ),
  buildingName: optionalPart(limits.buildingName),
  unitNumber: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(limits.unitNumber, { error: () => m.booking_error_too_long({ max: limits.unitNumber }) }),
        z.regex(/^[\p{L}\d/-]*$/u, { error: () => m.booking_error_unit_characters() }),
      ),
    "",
  ),
  area: optionalPart(limits.area),
  landmark: optionalPart(limits.landmark),
});

function optionalPart(max: number) {
  return z._default(
    cleanText(max, () => m.booking_error_too_long({ max }), addressInjected),
    "",
  );
}

export type Address = z.output<typeof addressSchema>;

export const messageText = cleanText(
  limits.message,
  () => m.booking_error_message_long(),
  () => m.booking_error_message_injected(),
);

export const message = z._default(messageText, "");

/** An empty choice is no choice: forms send "" for a date or time left open. */
export const openChoice = (choice: z.ZodMiniType<string, string>) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (value === "" || value === null ? undefined : (value as string))),
      z.optional(choice),
    ),
  );

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
export const SHORTEST_MIN = 15;
export const LONGEST_MIN = 720;

const wrongLength = () => m.board_error_length();

export const durationSchema = z
  .int({ error: wrongLength })
  .check(z.minimum(SHORTEST_MIN, { error: wrongLength }), z.maximum(LONGEST_MIN, { error: wrongLength }));

/** The longest note of the office, and the longest words about a contact. */
export const LOG_LENGTH = 1000;

/** The most of one item, and the most items of a booking. */
export const MOST_OF_ITEM = 50;
const MOST_ITEMS = 20;

const itemsInvalid = { error: () => m.lines_error_items({ max: MOST_OF_ITEM }) };

/** So many of each item of the price book; none: what stands for the service, once. */
export const itemsSchema = z
  .array(
    z.object({
      service: z.string(itemsInvalid),
      item: z.string(itemsInvalid),
      quantity: z.int(itemsInvalid).check(z.minimum(1, itemsInvalid), z.maximum(MOST_OF_ITEM, itemsInvalid)),
    }),
    itemsInvalid,
  )
  .check(
    z.maxLength(MOST_ITEMS, itemsInvalid),
    z.refine(
      (items) => new Set(items.map(({ service, item }) => `${service} ${item}`)).size === items.length,
      itemsInvalid,
    ),
  );

export type ChosenItem = z.output<typeof itemsSchema>[number];

/** Photos that were uploaded for a booking, by the ids of their files. */
export const MOST_PHOTOS = 5;

const photosInvalid = { error: () => m.booking_error_photos({ max: MOST_PHOTOS }) };
const photoIds = z._default(
  z.array(z.uuid(photosInvalid), photosInvalid).check(
    z.maxLength(MOST_PHOTOS, photosInvalid),
    z.refine((ids) => new Set(ids).size === ids.length, photosInvalid),
  ),
  [],
);

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
    message,
    addressParts: z.prefault(addressSchema, { street: "" }),
    photoIds,
  });

const securityRequired = { error: () => m.booking_error_security_required() };

/** Whatever is wrong with it is said beside the one field that the form has for it. */
export const securityCheckSchema = z
  .object(
    {
      id: z.catch(z.uuid(), ""),
      answer: z.catch(
        z.pipe(
          z.transform((value: unknown) =>
            typeof value === "string" && value.trim() !== "" ? Number(value) : value,
          ),
          z.int(),
        ),
        -1,
      ),
    },
    securityRequired,
  )
  .check(z.refine(({ id, answer }) => id !== "" && answer >= 0, securityRequired));

/** Of the work that a refusal asked for ("captcha-required"). */
export const captchaTokenSchema = z.optional(z.string().check(z.maxLength(4000)));

/** The body of POST /api/handle-booking. `address` and `preferredDateTime` are read from their parts, not believed. */
export const bookingRequestSchema = (today: string) =>
  z.extend(bookingFormSchema(today), {
    preferredDateTime: z.optional(z.nullable(z.string())),
    address: z.optional(z.string()),
    /** The reference of the same booking that they have already, who mean a second one. */
    besides: z.optional(z.string()),
    captchaToken: captchaTokenSchema,
    securityCheck: securityCheckSchema,
  });

export type BookingForm = z.output<ReturnType<typeof bookingFormSchema>>;

/** The address in one line: the parts that are not empty, joined by commas (specification, section 3). */
export function flattenAddress(address: Address): string {
  return [address.street, address.buildingName, address.unitNumber, address.area, address.landmark]
    .filter((part) => part !== "")
    .join(", ");
}

/** Date and time joined by a space, as far as they were chosen (specification, section 3). */
export function preferredDateTime(
  form: Pick<BookingForm, "preferredDate" | "preferredTime">,
): string | undefined {
  return [form.preferredDate, form.preferredTime].filter(Boolean).join(" ") || undefined;
}

/** As on the letters: `BK-2026-000123`. */
export const referenceSchema = z
  .string({ error: () => m.booking_error_reference() })
  .check(z.regex(/^BK-\d{4}-\d{6}$/, { error: () => m.booking_error_reference() }));

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
