import * as z from "zod/mini";
import { priceModes } from "./price";

/** What the office is shown of the price book. Money: AED including VAT, in fils. Days are Dubai's. */

export const priceTerms = z.object({
  mode: z.enum(priceModes),
  unit: z.string(),
  fils: z.nullable(z.int()),
  nextFils: z.nullable(z.int()),
});

/** An item of the price book as it is in force. */
export const bookItem = z.extend(priceTerms, {
  priceId: z.uuid(),
  serviceId: z.string(),
  /** Names it within its service. */
  item: z.string(),
  name: z.string(),
  /** It stands for the service. */
  lead: z.boolean(),
  /** Nobody chooses it: an emergency is its trade's call-out. */
  emergency: z.boolean(),
  /** What an emergency, or a start outside opening hours, adds: in percent. */
  emergencySurcharge: z.int(),
  outOfHoursSurcharge: z.int(),
  /** How long the work takes, and what its technician needs after it. */
  durationMin: z.int(),
  /** False: `durationMin` is the default of the service. */
  durationKnown: z.boolean(),
  bufferMin: z.int(),
});

const priceEntry = z.extend(priceTerms, {
  id: z.uuid(),
  /** In percent. */
  emergencySurcharge: z.int(),
  outOfHoursSurcharge: z.int(),
  /** In minutes; null: as its service. */
  durationMin: z.nullable(z.int()),
  bufferMin: z.nullable(z.int()),
  effectiveFrom: z.string(),
  standing: z.enum(["planned", "in-force", "past"]),
  /** It begins today or later. Whether somebody booked at it shows when it is tried. */
  canWithdraw: z.boolean(),
});
export type PriceEntry = z.output<typeof priceEntry>;

const bookEntry = z.object({
  serviceId: z.string(),
  /** Names it within its service, and stays the same when the price changes. */
  item: z.string(),
  name: z.string(),
  /** It stands for the service. */
  lead: z.boolean(),
  /** The latest first. */
  prices: z.array(priceEntry),
});
export type BookEntry = z.output<typeof bookEntry>;

export const priceBook = z.object({ items: z.array(bookEntry) });
export type PriceBook = z.output<typeof priceBook>;

/** A price of the price book, as a line of a quote or an invoice. */
export const offeredPrice = z.object({
  id: z.string(),
  priceId: z.uuid(),
  serviceId: z.string(),
  serviceName: z.string(),
  description: z.string(),
  unit: z.string(),
  unitFils: z.int(),
});
export type OfferedPrice = z.output<typeof offeredPrice>;
