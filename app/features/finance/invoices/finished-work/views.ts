import * as z from "zod/mini";
import { bookingHead, instant } from "../../../operations/bookings/view-fields";

/** Steps that remain for finished work. */
export const finishedWorkSteps = ["to-complete", "to-invoice"] as const;
export type FinishedWorkStep = (typeof finishedWorkSteps)[number];

/** `from`, `to`: Dubai days of the finish, both included. */
export interface FinishedWorkFilter {
  step?: FinishedWorkStep;
  from?: string;
  to?: string;
}

export const finishedWorkRow = z.object({
  ...bookingHead,
  area: z.string(),
  finishedAt: instant,
  technicianName: z.nullable(z.string()),
  /** Next step that the user may take; null if none is left. */
  step: z.nullable(z.enum(finishedWorkSteps)),
  /** Completed, and nothing is charged for it. */
  isFree: z.boolean(),
  /** Letters of the buyer that the PDF of the invoice would show as boxes; only for work to invoice. */
  missingLetters: z.array(z.string()),
  /** Issued invoice; null without one, and for users who see no invoices. */
  invoiceReference: z.nullable(z.string()),
});
export type FinishedWorkRow = z.output<typeof finishedWorkRow>;

export const finishedWorkList = z.object({
  bookings: z.array(finishedWorkRow),
  nextCursor: z.nullable(z.string()),
});
export type FinishedWorkList = z.output<typeof finishedWorkList>;
