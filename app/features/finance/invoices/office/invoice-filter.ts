import { addDays } from "~/platform/time";
import type { Ageing } from "../views";

/** Filters of the office's invoice list. */

/** `open`: issued and not paid. `overdue`: open and past the due date. */
export const invoiceFilterStates = ["draft", "open", "overdue", "paid"] as const;
export type InvoiceFilterState = (typeof invoiceFilterStates)[number];

/** Not due yet, or days overdue: 1–30, 31–60, 61–90, more. */
export const ageingBuckets = ["not-due", "to30", "to60", "to90", "older"] as const;
export type AgeingBucket = (typeof ageingBuckets)[number];

/** Absent fields do not filter. `from` and `to` are issue dates in Asia/Dubai, both inclusive. */
export interface InvoiceFilter {
  /** Part of the number, or of the customer's name, phone, email or address. */
  search?: string;
  state?: InvoiceFilterState;
  age?: AgeingBucket;
  from?: string;
  to?: string;
  /** The following fields are record ids. */
  customer?: string;
  booking?: string;
  quote?: string;
  contract?: string;
}

export function amountInBucket(ageing: Ageing, age: AgeingBucket): number {
  return age === "not-due" ? ageing.notDueFils : ageing[`${age}Fils`];
}

/** Range of due dates of an age, both inclusive. */
export function dueDatesOfBucket(
  age: AgeingBucket,
  today: string,
): { from: string | null; to: string | null } {
  switch (age) {
    case "not-due":
      return { from: today, to: null };
    case "to30":
      return { from: addDays(today, -30), to: addDays(today, -1) };
    case "to60":
      return { from: addDays(today, -60), to: addDays(today, -31) };
    case "to90":
      return { from: addDays(today, -90), to: addDays(today, -61) };
    case "older":
      return { from: null, to: addDays(today, -91) };
  }
}
