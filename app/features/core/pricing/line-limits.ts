import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import { MAX_AMOUNT_FILS } from "../business/money-limits";
import { priceOfQuantity } from "./quantity";

/** Checks of amounts and lines of quotes, invoices and payments. */

export const amountTooLarge = () => m.pricing_error_amount_large({ amount: formatMoney(MAX_AMOUNT_FILS) });

/** Charges of all lines, options included, without discounts and deductions. */
export const totalWithinLimit = z.refine<readonly { quantityHundredths: number; unitFils: number }[]>(
  (lines) =>
    lines.reduce(
      (sum, { quantityHundredths, unitFils }) =>
        sum + Math.max(0, priceOfQuantity(quantityHundredths, unitFils)),
      0,
    ) <= MAX_AMOUNT_FILS,
  { when: ({ issues }) => issues.length === 0, error: amountTooLarge },
);
