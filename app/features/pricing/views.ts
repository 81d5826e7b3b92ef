import * as z from "zod/mini";
import { priceModes } from "./price";

/** Price book as the office sees it. Money in fils including VAT; days are Dubai's. */

export const priceTerms = z.object({
  mode: z.enum(priceModes),
  unit: z.string(),
  fils: z.nullable(z.int()),
  nextFils: z.nullable(z.int()),
});

/** Current item of the price book. */
export const bookItem = z.extend(priceTerms, {
  priceId: z.uuid(),
  serviceId: z.string(),
  /** Id within the service. */
  item: z.string(),
  name: z.string(),
  /** Headline item of the service. */
  isHeadline: z.boolean(),
  /** Never chosen directly: an emergency costs its trade's call-out. */
  emergency: z.boolean(),
  /** Surcharges in percent. */
  emergencySurcharge: z.int(),
  outOfHoursSurcharge: z.int(),
  /** Duration and buffer in minutes. */
  durationMin: z.int(),
  /** False if `durationMin` is the default of the service. */
  durationKnown: z.boolean(),
  bufferMin: z.int(),
});

const priceEntry = z.extend(priceTerms, {
  id: z.uuid(),
  /** In percent. */
  emergencySurcharge: z.int(),
  outOfHoursSurcharge: z.int(),
  /** Minutes; null: default of the service. */
  durationMin: z.nullable(z.int()),
  bufferMin: z.nullable(z.int()),
  effectiveFrom: z.string(),
  period: z.enum(["planned", "in-force", "past"]),
  /** Starts today or later; a booking at this price is detected on withdrawal. */
  canWithdraw: z.boolean(),
});
export type PriceEntry = z.output<typeof priceEntry>;

const bookEntry = z.object({
  serviceId: z.string(),
  /** Id within the service; stable across prices. */
  item: z.string(),
  name: z.string(),
  /** Headline item of the service. */
  isHeadline: z.boolean(),
  /** Newest first. */
  prices: z.array(priceEntry),
});
export type BookEntry = z.output<typeof bookEntry>;

export const priceBook = z.object({ items: z.array(bookEntry) });
export type PriceBook = z.output<typeof priceBook>;

/** Item offered for a quote or invoice line. */
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
