import * as z from "zod/mini";
import { contractStates, entitlementKinds, paymentPlans, propertyTypes } from "../../core/packages/contract";
import { bookingStates } from "../../operations/bookings/booking";
import { quoteStates } from "../quotes/quote";

/**
 * Contracts for the office and their customers. Money in fils including VAT; days are Dubai's, instants ISO
 * 8601 in UTC.
 */

const balance = z.object({
  kind: z.enum(entitlementKinds),
  /** Null if unlimited. */
  total: z.nullable(z.int()),
  /** Completed quantity. */
  used: z.int(),
  /** Quantity that is booked and not completed. */
  planned: z.int(),
});

/** Booking that uses an entitlement. */
const contractVisit = z.object({
  bookingId: z.uuid(),
  reference: z.string(),
  kind: z.enum(entitlementKinds),
  quantity: z.int(),
  state: z.enum(bookingStates),
  /** Start, if fixed. */
  startsAt: z.nullable(z.iso.datetime()),
  /** Planned day without a fixed time. */
  day: z.nullable(z.string()),
});

/** Acceptance of the terms that are agreed now. */
const acceptance = z.nullable(
  z.object({ name: z.string(), at: z.iso.datetime(), method: z.enum(["online", "paper"]) }),
);

export const contractRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  state: z.enum(contractStates),
  version: z.int32(),
  customerName: z.string(),
  area: z.string(),
  packageId: z.string(),
  packageName: z.string(),
  propertyType: z.enum(propertyTypes),
  /** Agreed price, otherwise that of the request. */
  priceFils: z.int(),
  /** Null before the agreement. */
  agreedAt: z.nullable(z.iso.datetime()),
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  requestedAt: z.iso.datetime(),
  /** Next visit; null if none is planned. */
  nextVisitOn: z.nullable(z.string()),
});
export type ContractRow = z.output<typeof contractRow>;

export const contractList = z.object({
  contracts: z.array(contractRow),
  nextCursor: z.nullable(z.string()),
});

export const contractDetail = z.object({
  ...contractRow.shape,
  customerId: z.uuid(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Language of the customer. */
  language: z.string(),
  /** Beginning of a message, in the customer's language. */
  greeting: z.string(),
  /** Text for the link to the document, in the customer's language, with LINK_PLACE. */
  linkText: z.string(),
  address: z.string(),
  message: z.string(),
  paymentPlan: z.enum(paymentPlans),
  /** In order; empty if the contract is invoiced as a whole. */
  instalments: z.array(
    z.object({
      number: z.int(),
      dueDate: z.string(),
      startsOn: z.string(),
      endsOn: z.string(),
      fils: z.int(),
    }),
  ),
  callOutHours: z.nullable(z.int()),
  emergencyFee: z.nullable(z.boolean()),
  partsDiscount: z.nullable(z.int()),
  partsIncludedFils: z.nullable(z.int()),
  /** Version of the agreed terms, from 1. */
  agreementVersion: z.int32(),
  acceptance,
  activatedAt: z.nullable(z.iso.datetime()),
  endedOn: z.nullable(z.string()),
  /** Credit that the customer would receive if the contract were cancelled today. */
  unusedFils: z.int(),
  balances: z.array(balance),
  visits: z.array(contractVisit),
  renews: z.nullable(z.object({ id: z.uuid(), reference: z.string() })),
  renewedBy: z.nullable(z.object({ id: z.uuid(), reference: z.string() })),
  /** Renewal quotes, newest first. */
  renewalQuotes: z.array(
    z.object({
      id: z.uuid(),
      reference: z.string(),
      state: z.enum(quoteStates),
      totalFils: z.int(),
      validUntil: z.nullable(z.string()),
    }),
  ),
});
export type ContractDetail = z.output<typeof contractDetail>;
export type ContractVisit = z.output<typeof contractVisit>;

/** Contract covering a booking's property on its day. */
export const cover = z.object({
  id: z.uuid(),
  reference: z.string(),
  packageName: z.string(),
  callOutHours: z.int(),
  emergencyFee: z.boolean(),
  partsDiscount: z.int(),
  partsIncludedFils: z.nullable(z.int()),
  balances: z.array(balance),
  /** Entitlement that the booking uses; null if none. */
  entitlementKind: z.nullable(z.enum(entitlementKinds)),
});
export type Cover = z.output<typeof cover>;

export const customerContract = z.object({
  id: z.uuid(),
  reference: z.string(),
  state: z.enum(contractStates),
  packageName: z.string(),
  address: z.string(),
  /** False before the terms are agreed: there is no document. */
  agreed: z.boolean(),
  agreementVersion: z.int32(),
  acceptance,
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  /** Set in the last 30 days of a contract without a renewal. `quoteReference`: renewal quote awaiting an answer. */
  renewal: z.nullable(
    z.object({
      packageId: z.string(),
      propertyType: z.enum(propertyTypes),
      quoteReference: z.nullable(z.string()),
    }),
  ),
  balances: z.array(balance),
  visits: z.array(contractVisit),
});
export type CustomerContract = z.output<typeof customerContract>;
export const ownContracts = z.object({ contracts: z.array(customerContract) });

/** Contract on the page behind its link. */
const linkedContract = z.object({
  reference: z.string(),
  state: z.enum(contractStates),
  agreementVersion: z.int32(),
  canAccept: z.boolean(),
  acceptance,
  customerName: z.string(),
  packageName: z.string(),
  address: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  endedOn: z.nullable(z.string()),
  paymentPlan: z.enum(paymentPlans),
  priceFils: z.int(),
  /** Null without VAT registration. */
  vatPercent: z.nullable(z.number()),
  vatFils: z.int(),
  entitlements: z.array(z.object({ what: z.string(), quantity: z.nullable(z.int()) })),
  /** Empty if the contract is invoiced as a whole. */
  instalments: z.array(z.object({ dueDate: z.string(), fils: z.int() })),
  clauses: z.array(z.string()),
});
export type LinkedContract = z.output<typeof linkedContract>;

/** `contract`: null if the link has expired. */
export const openedContract = z.object({ contract: z.nullable(linkedContract), linkExpired: z.boolean() });
export type OpenedContract = z.output<typeof openedContract>;

/** Response to a form of the contract page that was posted without JavaScript. */
export interface PostedAcceptance {
  answer: "accept" | "link";
  message: string;
  name: string;
  errors: Record<string, string>;
}
