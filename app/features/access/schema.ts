import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { cleanText, limits, phone } from "../forms/schema";
import { isInBounds, permitAskers } from "./access";

export const accessLimits = { parking: 200, notes: 500 };

const words = (max: number) =>
  cleanText(
    max,
    () => m.booking_error_too_long({ max }),
    () => m.booking_error_message_injected(),
  );

/** How to get in, as the office and the customer write it down. */
export const accessSchema = z.object({
  parking: words(accessLimits.parking),
  notes: words(accessLimits.notes),
  siteContact: words(limits.name),
  /** Null: nobody's but the customer's. */
  sitePhone: z.nullable(phone),
  makani: z.nullable(
    z.string().check(
      z.overwrite((typed) => typed.replaceAll(/[\s-]/g, "")),
      z.regex(/^\d{10}$/, { error: () => m.access_error_makani() }),
    ),
  ),
  pin: z.nullable(
    z
      .object({ latitude: z.number(), longitude: z.number() })
      .check(z.refine(isInBounds, { error: () => m.access_error_pin() })),
  ),
  permitNeeded: z.boolean(),
  /** Who asks for it; null: nobody said. */
  permitBy: z.nullable(z.enum(permitAskers)),
  /** Its last day. */
  permitUntil: z.nullable(z.iso.date()),
});
export type AccessInput = z.output<typeof accessSchema>;

/** What the office adds at a property: the paper itself. */
export const propertyAccessSchema = z.extend(accessSchema, { permitFileId: z.nullable(z.uuid()) });

/** And at a booking: whether this is about it alone. */
export const officeAccessSchema = z.extend(propertyAccessSchema, { onlyThisBooking: z.boolean() });

/** What a customer sends of the permit that is asked for. */
export const sentPermitSchema = z.object({
  permitFileId: z.uuid(),
  /** Its last day; null: it has none, or the paper says. */
  permitUntil: z.nullable(z.iso.date()),
});
export type SentPermit = z.output<typeof sentPermitSchema>;

/** What a customer writes down of an address: a permit that they send takes the place of the one before, which stays without one. */
export const ownAccessSchema = z.extend(accessSchema, { permitFileId: z.optional(z.uuid()) });
export type OwnAccessInput = z.output<typeof ownAccessSchema>;

/** 0: nothing was written down yet. */
export const accessVersionSchema = z.int().check(z.gte(0));
