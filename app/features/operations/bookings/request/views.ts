import * as z from "zod/mini";
import { vatRate } from "../../../core/business/vat-rates";
import { bookItem } from "../../../core/pricing/views";

const formerTechnician = z.object({
  /** Identifies the technician in a request. */
  reference: z.string(),
  name: z.string(),
  services: z.array(z.string()),
});
export type FormerTechnician = z.output<typeof formerTechnician>;

export const formerTechnicians = z.object({ technicians: z.array(formerTechnician) });

export const menuView = z.object({
  items: z.array(bookItem),
  opening: z.object({
    week: z.array(z.object({ weekday: z.int(), opensAt: z.string(), closesAt: z.string() })),
    /** Upcoming public holidays. */
    closedDays: z.array(z.string()),
  }),
  /** Empty if the business charges no VAT. */
  vatRates: z.array(vatRate),
});
export type MenuView = z.output<typeof menuView>;

export const slotChoice = z.object({ date: z.string(), time: z.string(), free: z.int() });

export type SlotChoice = z.output<typeof slotChoice>;
