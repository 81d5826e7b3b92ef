import * as z from "zod/mini";
import { emirateCodes } from "~/platform/uae/emirates";
import { duplicateFields } from "../../core/customers/customer";
import { propertyView } from "../../core/properties/views";
import { bookingStates } from "../../operations/bookings/booking";

/** Customers as the office sees them. Instants are ISO 8601 in UTC. */

const instant = z.iso.datetime();

const customerHead = {
  id: z.uuid(),
  version: z.int(),
  name: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** True if the customer has an account. */
  account: z.boolean(),
  bookingCount: z.int(),
};

export const customerRow = z.object({
  ...customerHead,
  /** Area of the latest address. */
  area: z.nullable(z.string()),
  lastBookingAt: z.nullable(instant),
  /** Another record has, or had before a merge, the same phone or email. */
  hasDuplicate: z.boolean(),
});
export type CustomerRow = z.output<typeof customerRow>;

export const customerList = z.object({
  customers: z.array(customerRow),
  nextCursor: z.nullable(z.string()),
});
export type CustomerList = z.output<typeof customerList>;

/** Possible duplicate with the matching fields. */
export const duplicateCustomer = z.object({
  ...customerHead,
  matchedFields: z.array(z.enum(duplicateFields)),
});
export type DuplicateCustomer = z.output<typeof duplicateCustomer>;

/** Values before and after a correction; absent if unchanged, null if unknown. */
const contactPart = z.object({
  name: z.optional(z.string()),
  phone: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
});

export const customerDetail = z.object({
  ...customerHead,
  /** A mail server refused this address. */
  emailUndeliverable: z.boolean(),
  /** Language of emails, texts and documents. */
  language: z.string(),
  /** Beginning of a message, in this language. */
  greeting: z.string(),
  createdAt: instant,
  properties: z.array(propertyView),
  billing: z.object({
    company: z.nullable(z.string()),
    address: z.nullable(z.string()),
    trn: z.nullable(z.string()),
    reminders: z.boolean(),
    street: z.nullable(z.string()),
    city: z.nullable(z.string()),
    emirate: z.nullable(z.enum(emirateCodes)),
    country: z.nullable(z.string()),
    region: z.nullable(z.string()),
    taxNumber: z.nullable(z.string()),
    eAddress: z.nullable(z.string()),
    licence: z.nullable(z.string()),
    licenceAuthority: z.nullable(z.string()),
  }),
  contractCount: z.int(),
  /** Latest bookings; `bookingCount` counts all. */
  bookings: z.array(
    z.object({
      id: z.uuid(),
      reference: z.string(),
      state: z.enum(bookingStates),
      serviceName: z.string(),
      requestedAt: instant,
    }),
  ),
  notes: z.array(
    z.object({
      id: z.int(),
      text: z.string(),
      author: z.nullable(z.string()),
      at: instant,
      /** Also shown to the assigned technician. */
      forTechnician: z.boolean(),
    }),
  ),
  /** Possible duplicates. */
  duplicates: z.array(duplicateCustomer),
  /** Latest corrections of name, phone and email. */
  edits: z.array(
    z.object({
      id: z.int(),
      before: contactPart,
      after: contactPart,
      author: z.nullable(z.string()),
      at: instant,
    }),
  ),
  /** Merged records, by which the customer is still found. */
  merged: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
      at: instant,
    }),
  ),
});
export type CustomerDetail = z.output<typeof customerDetail>;
