import type { PropertyType } from "./contract";

/** An AMC package on sale. Money: AED including VAT, in fils. */
export interface PackageView {
  id: string;
  name: string;
  summary: string;
  /** A year. */
  acVisits: number;
  /** Electrical and plumbing, a year. */
  checks: number;
  /** A year; null: as many as needed. */
  callOuts: number | null;
  /** How long a call-out may take. */
  callOutHours: number;
  /** A year. */
  handymanHours: number;
  /** Whether an emergency call-out costs extra. */
  emergencyFee: boolean;
  /** Percent off parts. */
  partsDiscount: number;
  /** Parts up to this price cost nothing. */
  partsIncludedFils: number | null;
  recommended: boolean;
  /** A year, by kind of property. */
  prices: Record<PropertyType, number>;
}
