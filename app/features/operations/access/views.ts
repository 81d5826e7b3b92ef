import * as z from "zod/mini";
import { permitApplicants } from "./access";

/** Access details of a property. */
export const accessView = z.object({
  /** 0 if nothing is stored yet. */
  version: z.int(),
  parking: z.string(),
  notes: z.string(),
  siteContact: z.string(),
  sitePhone: z.nullable(z.string()),
  makani: z.nullable(z.string()),
  pin: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  permitNeeded: z.boolean(),
  permitBy: z.nullable(z.enum(permitApplicants)),
  permitUntil: z.nullable(z.string()),
  permitFileId: z.nullable(z.uuid()),
});
export type AccessView = z.output<typeof accessView>;

/** Access details by property of a customer. */
export const customerAccess = z.object({
  properties: z.array(z.object({ id: z.uuid(), access: accessView })),
});
export type CustomerAccess = z.output<typeof customerAccess>;

/** Permit of a booking for its customer. */
export const ownPermit = z.object({
  needed: z.boolean(),
  applicant: z.nullable(z.enum(permitApplicants)),
  until: z.nullable(z.string()),
  /** True if no permit is valid on the day of the visit, or today without one. */
  missing: z.boolean(),
});
export type OwnPermit = z.output<typeof ownPermit>;

/** Access details of a booking for the office. */
export const bookingAccess = z.object({
  access: accessView,
  /** Stored for this booking only. */
  own: z.boolean(),
  /** Versions of the property's and the booking's details; a change names the one it replaces. */
  versions: z.object({ property: z.int(), own: z.int() }),
  /** Days of upcoming visits without a valid permit. */
  missingOn: z.array(z.string()),
});
export type BookingAccess = z.output<typeof bookingAccess>;
