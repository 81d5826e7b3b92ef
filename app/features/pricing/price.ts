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

export function sameTerms(a: PriceTerms, b: PriceTerms): boolean {
  return a.mode === b.mode && a.unit === b.unit && a.fils === b.fils && a.nextFils === b.nextFils;
}

declare module "~/platform/events" {
  interface Events {
    /** The subject of both is the price. */
    "service.price-planned": { serviceId: string; item: string; effectiveFrom: string };
    "service.price-withdrawn": { serviceId: string; item: string; effectiveFrom: string };
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
