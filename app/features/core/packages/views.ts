import type { PropertyType } from "./contract";

/** AMC package on sale. Money in fils including VAT. */
export interface PackageView {
  id: string;
  name: string;
  summary: string;
  acVisits: number;
  checks: number;
  /** Number per year; null if unlimited. */
  callOuts: number | null;
  callOutHours: number;
  handymanHours: number;
  emergencyFee: boolean;
  /** In percent. */
  partsDiscount: number;
  /** Per part. */
  partsIncludedFils: number | null;
  recommended: boolean;
  prices: Record<PropertyType, number>;
}
