import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { officeText, required } from "~/platform/office-text";
import { addDays, isDay } from "~/platform/time";

/** What the office may write into the price book. */

/** AED 1,000,000: beyond it a comma was forgotten. */
const MOST_FILS = 100_000_000;
/** How far ahead a price can be planned, in days. */
export const PRICE_HORIZON_DAYS = 730;

const moneyError = { error: () => m.admin_price_error_money() };
const fils = z.int(moneyError).check(z.minimum(0, moneyError), z.maximum(MOST_FILS, moneyError));

const terms = z.discriminatedUnion(
  "mode",
  [
    z.object({ mode: z.literal("fixed"), unit: officeText(20), fils }),
    z.object({ mode: z.literal("hourly"), fils, nextFils: fils }),
    z.object({ mode: z.literal("survey") }),
  ],
  { error: required },
);

/** `today`: the Dubai calendar day. What is past stays as it was. */
export const priceSchema = (today: string) =>
  z.object({
    /** Names it within its service. */
    item: z.string({ error: required }).check(z.regex(/^[a-z0-9-]{1,40}$/, { error: required })),
    /** Of an item that is new. */
    name: officeText(80),
    terms,
    effectiveFrom: z.string({ error: () => m.admin_error_day() }).check(
      z.refine(isDay, { error: () => m.admin_error_day(), abort: true }),
      z.refine((day) => day >= today, { error: () => m.admin_price_error_past() }),
      z.refine((day) => day <= addDays(today, PRICE_HORIZON_DAYS), {
        error: () => m.admin_price_error_far(),
      }),
    ),
  });
