import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { wholeNumber } from "~/platform/text/whole-number";
import { addDays } from "~/platform/time";

export const vatRate = z.object({ from: z.string(), percent: z.int() });

const MAX_PERCENT = 50;
/** Planning limit in days. */
const MAX_DAYS_AHEAD = 3 * 366;

/** From tomorrow on, because issued invoices keep their rate. Days are Dubai's. */
export function plannedRateSchema(today: string) {
  const error = () => m.settings_error_range({ min: 0, max: MAX_PERCENT });
  const dayError = () => m.settings_vat_error_day();
  return z.object({
    percent: wholeNumber(error).check(z.minimum(0, { error }), z.maximum(MAX_PERCENT, { error })),
    from: z.iso
      .date({ error: dayError })
      .check(z.refine((day) => day > today && day <= addDays(today, MAX_DAYS_AHEAD), { error: dayError })),
  });
}
