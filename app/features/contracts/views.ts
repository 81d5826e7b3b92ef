import * as z from "zod/mini";
import { bookingStates } from "../bookings/booking";
import { contractStates, entitlementKinds, paymentPlans, propertyTypes } from "../packages/contract";
import { quoteStates } from "../quotes/quote";

/** Contracts as the office and their customers see them. Money is AED in fils, VAT included; days are Dubai's, instants ISO 8601 in UTC. */

const balance = z.object({
  kind: z.enum(entitlementKinds),
  /** Null: no limit. */
  total: z.nullable(z.int()),
  /** Done. */
  used: z.int(),
  /** Booked, and neither done nor called off. */
  planned: z.int(),
});

/** A booking that takes something of the contract. */
const contractVisit = z.object({
  bookingId: z.uuid(),
  reference: z.string(),
  kind: z.enum(entitlementKinds),
  quantity: z.int(),
  state: z.enum(bookingStates),
  /** When somebody comes, where that is fixed. */
  startsAt: z.nullable(z.iso.datetime()),
  /** The day that it is planned for, where no time is fixed. */
  day: z.nullable(z.string()),
});

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
  /** As agreed, or as it was asked for. */
  priceFils: z.int(),
  /** Null: nothing is agreed yet. */
  agreedAt: z.nullable(z.iso.datetime()),
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  requestedAt: z.iso.datetime(),
  /** When the next visit is to be; null: none is planned. */
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
  address: z.string(),
  message: z.string(),
  pays: z.enum(paymentPlans),
  callOutHours: z.nullable(z.int()),
  emergencyFee: z.nullable(z.boolean()),
  partsDiscount: z.nullable(z.int()),
  partsIncludedFils: z.nullable(z.int()),
  activatedAt: z.nullable(z.iso.datetime()),
  endedOn: z.nullable(z.string()),
  /** What would be given back if it ended today. */
  unusedFils: z.int(),
  balances: z.array(balance),
  visits: z.array(contractVisit),
  renews: z.nullable(z.object({ id: z.uuid(), reference: z.string() })),
  renewedBy: z.nullable(z.object({ id: z.uuid(), reference: z.string() })),
  /** The quotes that offered to renew it, the latest first. */
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

/** The contract that a booking's property is under on its day. */
export const cover = z.object({
  id: z.uuid(),
  reference: z.string(),
  packageName: z.string(),
  callOutHours: z.int(),
  emergencyFee: z.boolean(),
  partsDiscount: z.int(),
  partsIncludedFils: z.nullable(z.int()),
  balances: z.array(balance),
  /** What the booking takes of it; null: it is none of its visits. */
  takes: z.nullable(z.enum(entitlementKinds)),
});
export type Cover = z.output<typeof cover>;

export const ownContract = z.object({
  id: z.uuid(),
  reference: z.string(),
  state: z.enum(contractStates),
  packageName: z.string(),
  address: z.string(),
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  balances: z.array(balance),
  visits: z.array(contractVisit),
});
export type OwnContract = z.output<typeof ownContract>;
export const ownContracts = z.object({ contracts: z.array(ownContract) });
