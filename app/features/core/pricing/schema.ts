import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { arabicTextField } from "~/platform/text/arabic-text";
import { requiredMessage, requiredTextField } from "~/platform/text/required-text";
import { addDays, isDay } from "~/platform/time";
import { MAX_PRICE_FILS } from "../business/money-limits";
import { MAX_WORK_MIN } from "./work-time";

/** Input for the price book. */

/** Planning limit in days. */
export const PRICE_HORIZON_DAYS = 730;

const moneyError = { error: () => m.admin_price_error_money() };
/** Amount in fils including VAT. */
export const priceFils = z
  .int(moneyError)
  .check(z.minimum(0, moneyError), z.maximum(MAX_PRICE_FILS, moneyError));

export const priceInput = z.discriminatedUnion(
  "mode",
  [
    z.object({ mode: z.literal("fixed"), unit: requiredTextField(20), fils: priceFils }),
    z.object({ mode: z.literal("hourly"), fils: priceFils, nextFils: priceFils }),
    z.object({ mode: z.literal("survey") }),
  ],
  { error: requiredMessage },
);

const percentError = { error: () => m.pricing_error_percent() };
const percent = z.int(percentError).check(z.minimum(0, percentError), z.maximum(500, percentError));
const minutes = (min: number, max: number) => {
  const error = { error: () => m.pricing_error_minutes({ min, max }) };
  return z.nullable(z.int(error).check(z.minimum(min, error), z.maximum(max, error)));
};

/** Surcharges and duration; omitted values stay unchanged. */
export const priceExtras = z.object({
  emergencySurcharge: z.optional(percent),
  outOfHoursSurcharge: z.optional(percent),
  durationMin: z.optional(minutes(15, MAX_WORK_MIN)),
  bufferMin: z.optional(minutes(0, 240)),
});

/** Item id within its service. */
export const itemName = z
  .string({ error: requiredMessage })
  .check(z.regex(/^[a-z0-9-]{1,40}$/, { error: () => m.pricing_error_item() }));

/** First day of a price. `today`: Dubai day. Past prices never change. */
export const effectiveFrom = (today: string) =>
  dayOfPrice(today).check(z.refine((day) => day >= today, { error: () => m.catalogue_price_error_past() }));

/** Same for imported lists, which repeat current prices. */
export const dayOfPrice = (today: string) =>
  z.string({ error: () => m.admin_error_day() }).check(
    z.refine(isDay, { error: () => m.admin_error_day(), abort: true }),
    z.refine((day) => day <= addDays(today, PRICE_HORIZON_DAYS), {
      error: () => m.catalogue_price_error_far(),
    }),
  );

export const priceSchema = (today: string) =>
  z.object({
    item: itemName,
    /** Name of a new item. */
    name: requiredTextField(80),
    nameAr: arabicTextField(80),
    unitAr: arabicTextField(20),
    /** Version of the Arabic texts that the user saw. */
    version: z.optional(z.int32({ error: () => m.pricing_error_stale() })),
    terms: priceInput,
    extras: z.optional(priceExtras),
    effectiveFrom: effectiveFrom(today),
  });
