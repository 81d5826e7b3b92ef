import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { digitGroup } from "~/platform/text/sanitize-text";
import { cleanText, limits, openChoice, phone } from "../../core/forms/schema";
import { isInBounds, permitApplicants } from "./access";

export const accessLimits = { parking: 200, notes: 500 };

const words = (max: number) =>
  cleanText(
    max,
    () => m.booking_error_too_long({ max }),
    () => m.booking_error_message_injected(),
  );

const makaniNumber = z
  .string()
  .check(digitGroup(), z.regex(/^\d{10}$/, { error: () => m.access_error_makani() }));

/** Access details as office and customers enter them. */
export const accessSchema = z.object({
  parking: words(accessLimits.parking),
  notes: words(accessLimits.notes),
  siteContact: words(limits.name),
  /** Null if only the customer is to be called. */
  sitePhone: z.nullable(phone),
  makani: z.nullable(makaniNumber),
  pin: z.nullable(
    z
      .object({ latitude: z.number(), longitude: z.number() })
      .check(z.refine(isInBounds, { error: () => m.access_error_pin() })),
  ),
  permitNeeded: z.boolean(),
  /** Party that applies for the permit; null if unknown. */
  permitBy: z.nullable(z.enum(permitApplicants)),
  /** Last day on which the permit is valid. */
  permitUntil: z.nullable(z.iso.date()),
});
export type AccessInput = z.output<typeof accessSchema>;

/** Office fields of a property: with the permit file. */
export const propertyAccessSchema = z.extend(accessSchema, { permitFileId: z.nullable(z.uuid()) });

/** Office fields of a booking: with the choice to store for this booking only. */
export const officeAccessSchema = z.extend(propertyAccessSchema, { onlyThisBooking: z.boolean() });

/** Permit sent by a customer. */
export const sentPermitSchema = z.object({
  permitFileId: z.uuid(),
  /** Last day; null if there is none, or the file states it. */
  permitUntil: z.nullable(z.iso.date()),
});
export type SentPermit = z.output<typeof sentPermitSchema>;

/** Customer fields of a property. A new permit file replaces the old one, which otherwise stays. */
export const ownAccessSchema = z.extend(accessSchema, { permitFileId: z.optional(z.uuid()) });
export type OwnAccessInput = z.output<typeof ownAccessSchema>;

/** Details that a booking form asks for; empty fields change nothing that is stored. */
export const requestedAccessSchema = z.object({
  parking: z._default(words(accessLimits.parking), ""),
  notes: z._default(words(accessLimits.notes), ""),
  siteContact: z._default(words(limits.name), ""),
  sitePhone: openChoice(phone),
  makani: openChoice(makaniNumber),
  /** Applicant of the required gate pass or NOC; absent if none is required. */
  permitBy: openChoice(z.enum(permitApplicants)),
});
export type RequestedAccess = z.output<typeof requestedAccessSchema>;

/** 0 if nothing is stored yet. */
export const accessVersionSchema = z.int().check(z.gte(0));
