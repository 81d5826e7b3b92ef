import * as z from "zod/mini";
import { bookingStates } from "../bookings/booking";
import { likenesses } from "../customers/customer";
import { propertyView } from "../customers/views";
import { emirateCodes } from "../e-invoices/e-invoice";

/** What the office is shown of customers. Instants are ISO 8601 in UTC. */

const instant = z.iso.datetime();

const customerHead = {
  id: z.uuid(),
  version: z.int(),
  name: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Whether they can sign in. */
  account: z.boolean(),
  bookingCount: z.int(),
};

export const customerRow = z.object({
  ...customerHead,
  /** Of their latest address. */
  area: z.nullable(z.string()),
  lastBookingAt: z.nullable(instant),
  /** Another record has the same phone or email, or had it before it became a part of a third. */
  alike: z.boolean(),
});
export type CustomerRow = z.output<typeof customerRow>;

export const customerList = z.object({
  customers: z.array(customerRow),
  nextCursor: z.nullable(z.string()),
});
export type CustomerList = z.output<typeof customerList>;

/** A record that may be the same person, and by what it looks so. */
export const alikeCustomer = z.object({ ...customerHead, by: z.array(z.enum(likenesses)) });
export type AlikeCustomer = z.output<typeof alikeCustomer>;

/** What was known before a correction and after it; of what stayed, nothing. Null: nothing was known. */
const contactPart = z.object({
  name: z.optional(z.string()),
  phone: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
});

export const customerDetail = z.object({
  ...customerHead,
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
    eAddress: z.nullable(z.string()),
    licence: z.nullable(z.string()),
  }),
  contractCount: z.int(),
  /** The latest; `bookingCount` tells of all. */
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
      words: z.string(),
      author: z.nullable(z.string()),
      at: instant,
      /** Whoever goes there reads it, too. */
      forTechnician: z.boolean(),
    }),
  ),
  /** Records that may be the same person. */
  alike: z.array(alikeCustomer),
  /** The latest corrections of name, phone and email by the office. */
  edits: z.array(
    z.object({
      id: z.int(),
      before: contactPart,
      after: contactPart,
      author: z.nullable(z.string()),
      at: instant,
    }),
  ),
  /** Records that turned out to be this one, by which it is still found. */
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
