import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { singleLine } from "~/platform/text/sanitize-text";
import { dubaiDate, isDay } from "~/platform/time";
import { isPastDay, MAX_AMOUNT_FILS, OLDEST_JOURNAL_DAYS } from "../../../core/business/money-limits";
import { officeText } from "../../../core/forms/schema";
import { amountTooLarge } from "../../../core/pricing/line-limits";
import { accountNames } from "../ledger";
import { MAX_LINES, MAX_REFERENCE } from "./manual-journal";

const journalDay = (now: Date) =>
  z.string().check(
    z.refine((day) => isDay(day) && isPastDay(day, dubaiDate(now), OLDEST_JOURNAL_DAYS), {
      error: () => m.books_error_manual_day(),
    }),
  );

const reason = z.pipe(
  officeText(300),
  z.string().check(z.minLength(3, { error: () => m.books_error_manual_reason() })),
);

const fils = z.int().check(z.minimum(0), z.maximum(MAX_AMOUNT_FILS, { error: amountTooLarge }));

const line = z
  .object({
    account: z.enum(accountNames, { error: () => m.books_error_manual_account() }),
    debitFils: fils,
    creditFils: fils,
  })
  .check(
    z.refine(({ debitFils, creditFils }) => debitFils > 0 !== creditFils > 0, {
      error: () => m.books_error_manual_line(),
      path: ["debitFils"],
    }),
  );

const reference = z._default(
  z
    .string()
    .check(singleLine(), z.maxLength(MAX_REFERENCE, { error: () => m.books_error_manual_reference() })),
  "",
);

export const bankDepositBody = (now: Date) =>
  z.object({
    day: journalDay(now),
    fils: fils.check(z.minimum(1, { error: () => m.books_error_cash_amount() })),
    reference,
  });

export const manualJournalBody = (now: Date) =>
  z.object({
    day: journalDay(now),
    reference,
    reason,
    lines: z
      .array(line)
      .check(z.minLength(2, { error: () => m.books_error_manual_lines() }), z.maxLength(MAX_LINES)),
  });

export const reversalBody = (now: Date) => z.object({ day: journalDay(now), reason });
