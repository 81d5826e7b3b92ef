import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { codeLine } from "~/platform/text/sanitize-text";
import { addDays, dubaiDate, isDay } from "~/platform/time";
import {
  isPastDay,
  isReasonRequired,
  LATEST_CHEQUE_DAYS,
  MAX_AMOUNT_FILS,
  OLDEST_CHEQUE_DAYS,
  OLDEST_PAYMENT_DAYS,
} from "../../core/business/money-limits";
import { officeText } from "../../core/forms/schema";
import { amountTooLarge } from "../../core/pricing/line-limits";
import { chequeTransitionNames, heldChequeChoices, paymentMethods, recordedMethods } from "./payment";

/** Money input of the office, shared by forms and API. Amounts in fils; days are Dubai's. */

export const amount = z
  .int({ error: () => m.payments_error_amount() })
  .check(
    z.minimum(1, { error: () => m.payments_error_amount() }),
    z.maximum(MAX_AMOUNT_FILS, { error: amountTooLarge }),
  );

const day = z.string().check(z.refine(isDay, { error: () => m.payments_error_day() }));

const pastDay = (now: Date) =>
  day.check(
    z.refine((day) => day <= dubaiDate(now), { error: () => m.payments_error_day_ahead(), abort: true }),
    z.refine((day) => isPastDay(day, dubaiDate(now), OLDEST_PAYMENT_DAYS), {
      error: () => m.payments_error_day_old(),
    }),
  );

export const reason = z.pipe(
  officeText(300),
  z.string().check(z.minLength(3, { error: () => m.payments_error_reason() })),
);

const seenFils = z.int({ error: () => m.payments_error_stale() }).check(z.minimum(0));
const heldCheques = z._default(z.nullable(z.enum(heldChequeChoices)), null);
const recordedFields = (now: Date) => ({
  method: z.enum(recordedMethods, { error: () => m.payments_error_method() }),
  receivedOn: pastDay(now),
  note: z._default(officeText(200), ""),
});

/** The note of a payment of long ago is its reason. */
const reasonOfOldDay = (now: Date) =>
  z.refine<{ receivedOn: string; note: string }>(
    ({ receivedOn, note }) => note.length >= 3 || !isReasonRequired(receivedOn, dubaiDate(now)),
    {
      path: ["note"],
      when: ({ issues }) => issues.length === 0,
      error: () => m.payments_error_old_reason(),
    },
  );

export const paymentBody = (now: Date) =>
  z
    .object({
      ...recordedFields(now),
      fils: amount,
      invoiceIds: z.array(z.uuid()).check(z.maxLength(100)),
      seenOpenFils: seenFils,
      creditRemainder: z._default(z.boolean(), false),
      allowDuplicate: z._default(z.boolean(), false),
      heldCheques,
    })
    .check(reasonOfOldDay(now));

export const depositBody = (now: Date) =>
  z.object({ ...recordedFields(now), seenFils, heldCheques }).check(reasonOfOldDay(now));

export const chequeBody = (now: Date) =>
  z.object({
    invoiceId: z._default(z.nullable(z.uuid()), null),
    quoteId: z._default(z.nullable(z.uuid()), null),
    instalment: z._default(
      z.nullable(z.object({ contractId: z.uuid(), number: z.int().check(z.minimum(1), z.maximum(12)) })),
      null,
    ),
    number: z
      .string()
      .check(codeLine(), z.regex(/^[0-9A-Za-z -]{1,30}$/, { error: () => m.payments_error_cheque_number() })),
    bank: z.pipe(officeText(80), z.string().check(z.minLength(1, { error: () => m.payments_error_bank() }))),
    dated: day.check(
      z.refine(
        (day) =>
          day >= addDays(dubaiDate(now), -OLDEST_CHEQUE_DAYS) &&
          day <= addDays(dubaiDate(now), LATEST_CHEQUE_DAYS),
        { error: () => m.payments_error_cheque_day() },
      ),
    ),
    fils: amount,
  });

export const chequeTransitionBody = z.object({
  transition: z.enum(chequeTransitionNames),
  version: z.int32(),
  /** Day of the movement; default today. */
  day: z.optional(day),
});

export const refundBody = z.object({
  method: z.enum(paymentMethods, { error: () => m.payments_error_method() }),
  fils: amount,
  reason,
  paymentId: z._default(z.nullable(z.uuid()), null),
  /** Day on which the office paid it out; default today. Card refunds are made by the provider. */
  day: z.optional(day),
});
