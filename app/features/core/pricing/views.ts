import * as z from "zod/mini";
import { priceModes } from "./price";

/** Money in fils including VAT; days are Dubai's. */

export const priceTerms = z.object({
  mode: z.enum(priceModes),
  unit: z.string(),
  fils: z.nullable(z.int()),
  nextFils: z.nullable(z.int()),
});

export const bookItem = z.extend(priceTerms, {
  priceId: z.uuid(),
  serviceId: z.string(),
  item: z.string(),
  name: z.string(),
  isHeadline: z.boolean(),
  /** Cannot be chosen, because an emergency is always its call-out. */
  emergency: z.boolean(),
  /** In percent. */
  emergencySurcharge: z.int(),
  outOfHoursSurcharge: z.int(),
  /** In minutes. */
  durationMin: z.int(),
  /** False if `durationMin` is the default of the service. */
  durationKnown: z.boolean(),
  bufferMin: z.int(),
});

const priceEntry = z.extend(priceTerms, {
  id: z.uuid(),
  emergencySurcharge: z.int(),
  outOfHoursSurcharge: z.int(),
  /** Null if the default of the service applies. */
  durationMin: z.nullable(z.int()),
  bufferMin: z.nullable(z.int()),
  effectiveFrom: z.string(),
  period: z.enum(["planned", "in-force", "past"]),
  /** True from today on. A withdrawal is still refused if a booking uses the price. */
  canWithdraw: z.boolean(),
});
export type PriceEntry = z.output<typeof priceEntry>;

const bookEntry = z.object({
  serviceId: z.string(),
  /** Stable across prices. */
  item: z.string(),
  name: z.string(),
  /** Null falls back to English. */
  nameAr: z.nullable(z.string()),
  /** Arabic unit of the newest price. */
  unitAr: z.nullable(z.string()),
  /** Version of the Arabic texts, sent back with their change. */
  version: z.int(),
  isHeadline: z.boolean(),
  /** Newest first. */
  prices: z.array(priceEntry),
});
export type BookEntry = z.output<typeof bookEntry>;

export const priceBook = z.object({ items: z.array(bookEntry) });
export type PriceBook = z.output<typeof priceBook>;

export const offeredPrice = z.object({
  id: z.string(),
  priceId: z.uuid(),
  serviceId: z.string(),
  serviceName: z.string(),
  /** Name in the office's language. */
  label: z.string(),
  /** Text and unit of the line, in the language of the document. */
  description: z.string(),
  unit: z.string(),
  unitFils: z.int(),
});
export type OfferedPrice = z.output<typeof offeredPrice>;
