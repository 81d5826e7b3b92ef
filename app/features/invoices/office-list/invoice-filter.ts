import { addDays } from "~/platform/time";
import type { Ageing } from "../views";

/** How the office's list of invoices is narrowed down: pure. */

/** `open`: issued and not paid; `overdue`: open, and the due date is over. */
export const standings = ["draft", "open", "overdue", "paid"] as const;
export type Standing = (typeof standings)[number];

/** Not overdue yet, or for how many days: 1 to 30, to 60, to 90, or more. */
export const ages = ["not-due", "to30", "to60", "to90", "older"] as const;
export type Age = (typeof ages)[number];

/** What is absent narrows nothing. Days are of issue, Dubai's, both included. */
export interface InvoiceFilter {
  /** Part of a number, or of the customer's name, phone, email or address. */
  search?: string;
  state?: Standing;
  age?: Age;
  from?: string;
  to?: string;
  /** By id. */
  customer?: string;
  booking?: string;
  quote?: string;
  contract?: string;
}

/** What is open of an age. */
export function filsOfAge(ageing: Ageing, age: Age): number {
  return age === "not-due" ? ageing.notDueFils : ageing[`${age}Fils`];
}

/** The due dates, both included, of what is this old today. */
export function ageBounds(age: Age, today: string): { from: string | null; to: string | null } {
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
