import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { codeLine } from "~/platform/text/sanitize-text";
import { addDays, dubaiDate, isDay } from "~/platform/time";
import { officeText } from "../../core/forms/schema";
import { chequeTransitionNames, heldChequeChoices, paymentMethods, recordedMethods } from "./payment";

/** Money input of the office, shared by forms and API. Amounts in fils; days are Dubai's. */

const MAX_FILS = 100_000_000_00;

export const amount = z
  .int({ error: () => m.payments_error_amount() })
  .check(
    z.minimum(1, { error: () => m.payments_error_amount() }),
    z.maximum(MAX_FILS, { error: () => m.payments_error_amount_large() }),
  );

const day = z.string().check(z.refine(isDay, { error: () => m.payments_error_day() }));

/** Payment day: not in the future, and not so old that the year must be a typo. */
const pastDay = (now: Date) =>
  day.check(
    z.refine((day) => day <= dubaiDate(now) && day >= addDays(dubaiDate(now), -3650), {
      error: () => m.payments_error_day_ahead(),
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

export const paymentBody = (now: Date) =>
  z.object({
    ...recordedFields(now),
    fils: amount,
    invoiceIds: z.array(z.uuid()).check(z.maxLength(100)),
    seenOpenFils: seenFils,
    creditRemainder: z._default(z.boolean(), false),
    allowDuplicate: z._default(z.boolean(), false),
    heldCheques,
  });

export const depositBody = (now: Date) => z.object({ ...recordedFields(now), seenFils, heldCheques });

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
    // A cheque is valid for six months and dated a few years ahead at most.
    dated: day.check(
      z.refine((day) => day >= addDays(dubaiDate(now), -183) && day <= addDays(dubaiDate(now), 1830), {
        error: () => m.payments_error_cheque_day(),
      }),
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
