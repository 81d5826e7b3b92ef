import * as z from "zod/mini";
import { permitAskers } from "./access";

/** How to get in at a property. */
export const accessView = z.object({
  /** 0: nothing was written down yet. */
  version: z.int(),
  parking: z.string(),
  notes: z.string(),
  siteContact: z.string(),
  sitePhone: z.nullable(z.string()),
  makani: z.nullable(z.string()),
  pin: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  permitNeeded: z.boolean(),
  permitBy: z.nullable(z.enum(permitAskers)),
  permitUntil: z.nullable(z.string()),
  permitFileId: z.nullable(z.uuid()),
});
export type AccessView = z.output<typeof accessView>;

/** The same of all properties of a customer. */
export const customerAccess = z.object({
  properties: z.array(z.object({ id: z.uuid(), access: accessView })),
});
export type CustomerAccess = z.output<typeof customerAccess>;

/** The permit that a booking needs, as its customer sees it. */
export const ownPermit = z.object({
  needed: z.boolean(),
  by: z.nullable(z.enum(permitAskers)),
  until: z.nullable(z.string()),
  /** None is here that holds on the day of the visit, or today where no day is known. */
  missing: z.boolean(),
});
export type OwnPermit = z.output<typeof ownPermit>;

/** The same of a booking, for the office. */
export const bookingAccess = z.object({
  access: accessView,
  /** It is of this booking alone. */
  own: z.boolean(),
  /** The version of the property's and of the booking's own: a change is made from the one that it replaces. */
  versions: z.object({ property: z.int(), own: z.int() }),
  /** The days of visits ahead that have no permit. */
  missingOn: z.array(z.string()),
});
export type BookingAccess = z.output<typeof bookingAccess>;
