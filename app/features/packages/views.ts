import type { PropertyType } from "./contract";

/** AMC package on sale. Money in fils including VAT. */
export interface PackageView {
  id: string;
  name: string;
  summary: string;
  /** Per year. */
  acVisits: number;
  /** Electrical and plumbing checks per year. */
  checks: number;
  /** Per year; null: unlimited. */
  callOuts: number | null;
  /** Included hours of a call-out. */
  callOutHours: number;
  /** Per year. */
  handymanHours: number;
  /** True if an emergency call-out costs extra. */
  emergencyFee: boolean;
  /** Discount on parts in percent. */
  partsDiscount: number;
  /** Amount included per part. */
  partsIncludedFils: number | null;
  recommended: boolean;
  /** Annual price by property type. */
  prices: Record<PropertyType, number>;
}
