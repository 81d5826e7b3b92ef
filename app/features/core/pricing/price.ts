import type { Silent } from "~/platform/events/events";

/** Price terms: pure. */

export const priceModes = ["fixed", "hourly", "survey"] as const;
export type PriceMode = (typeof priceModes)[number];

/** Money in fils including VAT. */
export interface PriceTerms {
  mode: PriceMode;
  /** Unit of a fixed price, such as "visit"; "hour" for hourly work. */
  unit: string;
  /** First hour of hourly work; null if the price needs a survey. */
  fils: number | null;
  /** Each hour after the first. */
  nextFils: number | null;
}

/** Terms as the office enters them, per mode. */
export type PriceInput =
  | { mode: "fixed"; unit: string; fils: number }
  | { mode: "hourly"; fils: number; nextFils: number }
  | { mode: "survey" };

export function termsOf(input: PriceInput): PriceTerms {
  switch (input.mode) {
    case "fixed":
      return { ...input, nextFils: null };
    case "hourly":
      return { ...input, unit: "hour" };
    case "survey":
      return { mode: "survey", unit: "", fils: null, nextFils: null };
  }
}

/** Price of `quantity` hours or units in fils including VAT; null if the price needs a survey. */
export function priceOf({ mode, fils, nextFils }: PriceTerms, quantity: number): number | null {
  if (fils === null) return null;
  return mode === "hourly" ? fils + (quantity - 1) * (nextFils ?? fils) : quantity * fils;
}

/** Surcharges in percent and duration in minutes. */
export interface PriceExtras {
  emergencySurcharge: number;
  outOfHoursSurcharge: number;
  /** Null if the default of the service applies. */
  durationMin: number | null;
  bufferMin: number | null;
}

/** Defaults of a new item. */
export const defaultExtras: PriceExtras = {
  emergencySurcharge: 50,
  outOfHoursSurcharge: 25,
  durationMin: null,
  bufferMin: null,
};

/** All terms of an item from a day on. */
export type ItemTerms = PriceTerms & PriceExtras;

export function sameTerms(a: ItemTerms, b: ItemTerms): boolean {
  return (Object.keys(a) as (keyof ItemTerms)[]).every((key) => a[key] === b[key]);
}

/** Entry in force on a day; `entries` are sorted newest first. */
export function onDay<Entry extends { effectiveFrom: string }>(
  entries: readonly Entry[],
  day: string,
): Entry | undefined {
  return entries.find(({ effectiveFrom }) => effectiveFrom <= day);
}

declare module "~/platform/events/events" {
  interface Events {
    /** The subject of all three is the price. */
    "service.price-planned": Silent<{ serviceId: string; item: string; effectiveFrom: string }>;
    "service.price-withdrawn": Silent<{ serviceId: string; item: string; effectiveFrom: string }>;
    "service.price-translated": Silent<{ serviceId: string; item: string; effectiveFrom: string }>;
    /** Number of imported prices. */
    "service.prices-imported": Silent<{ count: number }>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "in-force": unknown;
    booked: unknown;
    "day-past": unknown;
    "day-taken": unknown;
    unchanged: unknown;
  }
}
