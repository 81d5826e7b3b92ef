import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { addDays } from "~/platform/time";
import { daySchema, slotTimeSchema } from "../bookings/schema";
import { recurrenceIntervals, unconfirmedActions } from "./recurrence";

/** Latest start of the next visit, in days from today. */
const AHEAD_DAYS = 366;

/** `today`: day in Asia/Dubai. */
const aheadSchema = (today: string) =>
  daySchema.check(
    z.refine((day) => day > today, { error: () => m.booking_error_date_past() }),
    z.refine((day) => day <= addDays(today, AHEAD_DAYS), { error: () => m.booking_error_date_far() }),
  );

export const createSchema = (today: string) =>
  z.object({ interval: z.enum(recurrenceIntervals), day: aheadSchema(today), time: slotTimeSchema });

export const shiftSchema = (today: string) => z.object({ day: aheadSchema(today), time: slotTimeSchema });

/** Null if any technician may come. */
export const setTechnicianSchema = z.object({ technicianId: z.nullable(z.uuid()) });

export const endSchema = z.object({ unconfirmed: z.enum(unconfirmedActions) });
