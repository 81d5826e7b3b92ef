import type { Silent } from "~/platform/events/events";

/** What a price is: pure. */

export const priceModes = ["fixed", "hourly", "survey"] as const;
export type PriceMode = (typeof priceModes)[number];

/** AED including VAT, in fils. */
export interface PriceTerms {
  mode: PriceMode;
  /** What a fixed price is for, such as "visit"; of hourly work the hour. */
  unit: string;
  /** Of hourly work the first hour; null: by survey. */
  fils: number | null;
  /** Hourly work: every hour after the first. */
  nextFils: number | null;
}

/** The terms as the office gives them: what a mode has no use for is not asked. */
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

/** What `quantity` hours or units of it cost: AED including VAT, in fils; null: by survey. */
export function priceOf({ mode, fils, nextFils }: PriceTerms, quantity: number): number | null {
  if (fils === null) return null;
  return mode === "hourly" ? fils + (quantity - 1) * (nextFils ?? fils) : quantity * fils;
}

/** What goes with a price: what occasions add to it, in percent, and how long the work takes, in minutes. */
export interface PriceExtras {
  emergencySurcharge: number;
  outOfHoursSurcharge: number;
  /** Null: as long as its service. */
  durationMin: number | null;
  bufferMin: number | null;
}

/** Of an item that is new, unless something else is said. */
export const defaultExtras: PriceExtras = {
  emergencySurcharge: 50,
  outOfHoursSurcharge: 25,
  durationMin: null,
  bufferMin: null,
};

/** All that is said of an item from a day on. */
export type ItemTerms = PriceTerms & PriceExtras;

export function sameTerms(a: ItemTerms, b: ItemTerms): boolean {
  return (Object.keys(a) as (keyof ItemTerms)[]).every((key) => a[key] === b[key]);
}

/** The entry that counts on a day; the latest come first. */
export function onDay<Entry extends { effectiveFrom: string }>(
  entries: readonly Entry[],
  day: string,
): Entry | undefined {
  return entries.find(({ effectiveFrom }) => effectiveFrom <= day);
}

declare module "~/platform/events/events" {
  interface Events {
    /** The subject of both is the price. */
    "service.price-planned": Silent<{ serviceId: string; item: string; effectiveFrom: string }>;
    "service.price-withdrawn": Silent<{ serviceId: string; item: string; effectiveFrom: string }>;
    /** How many prices a list brought. */
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
