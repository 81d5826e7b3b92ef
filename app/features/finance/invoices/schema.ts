import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { emailAddress } from "~/platform/text/email";
import { isDay } from "~/platform/time";
import {
  MAX_AMOUNT_FILS,
  MAX_DOCUMENT_LINES,
  MAX_QUANTITY_HUNDREDTHS,
} from "../../core/business/money-limits";
import { officeText } from "../../core/forms/schema";
import { amountTooLarge, totalWithinLimit } from "../../core/pricing/line-limits";
import { isQuantity, priceOfQuantity } from "../../core/pricing/quantity";
import { vatTreatments } from "../../core/pricing/vat-treatment";

/** Validates forms and API. Money is AED in fils, VAT included. Days are in Asia/Dubai. */

export const MAX_DESCRIPTION_LENGTH = 500;

const requiredText = (max: number, error: () => string) =>
  z.pipe(officeText(max), z.string().check(z.minLength(1, { error })));

const fils = z
  .int({ error: () => m.invoices_error_amount() })
  .check(
    z.minimum(0, { error: () => m.invoices_error_amount() }),
    z.maximum(MAX_AMOUNT_FILS, { error: amountTooLarge }),
  );

export const positiveFils = fils.check(z.minimum(1, { error: () => m.invoices_error_amount() }));

/** Opening balances keep the number of the former books, so any format is accepted. */
export const invoiceReference = z.string().check(z.minLength(1), z.maxLength(60));

export const day = z.string().check(z.refine(isDay, { error: () => m.invoices_error_day() }));
export const recipientSchema = emailAddress({
  required: () => m.booking_error_email_required(),
  invalid: () => m.booking_error_email_invalid(),
});

const optionalDay = z._default(z.nullable(day), null);

const line = z
  .object({
    section: z._default(officeText(80), ""),
    description: requiredText(MAX_DESCRIPTION_LENGTH, () => m.invoices_error_description()),
    /** 100 is one unit, 12.5 is 0.125. */
    quantityHundredths: z.number({ error: () => m.invoices_error_quantity() }).check(
      z.refine(
        (quantity) => isQuantity(quantity) && quantity >= -100 && quantity <= MAX_QUANTITY_HUNDREDTHS,
        {
          error: () => m.invoices_error_quantity(),
        },
      ),
    ),
    unit: z._default(officeText(20), ""),
    unitFils: fils,
    discountFils: z._default(fils, 0),
    serviceId: z._default(z.nullable(z.string().check(z.maxLength(80))), null),
    priceId: z._default(z.nullable(z.uuid()), null),
    /** Deposit invoice that the line deducts. The quantity is then -100. */
    deductsId: z._default(z.nullable(z.uuid()), null),
    /** Contract whose discount applies to the part. */
    partContractId: z._default(z.nullable(z.uuid()), null),
    /** `standard`: the standard rate. Otherwise the article of the VAT law by which no VAT is charged. */
    vatTreatment: z._default(z.enum(vatTreatments), "standard"),
  })
  .check(
    z.refine(
      ({ quantityHundredths, deductsId }) =>
        deductsId === null ? quantityHundredths > 0 : quantityHundredths === -100,
      {
        path: ["quantityHundredths"],
        error: () => m.invoices_error_quantity(),
      },
    ),
    z.refine(({ vatTreatment, deductsId }) => deductsId === null || vatTreatment === "standard", {
      path: ["vatTreatment"],
      error: () => m.invoices_error_deduction_treatment(),
    }),
    z.refine(
      ({ quantityHundredths, unitFils, discountFils, deductsId }) =>
        deductsId === null
          ? discountFils <= priceOfQuantity(quantityHundredths, unitFils)
          : discountFils === 0,
      { path: ["discountFils"], error: () => m.invoices_error_discount() },
    ),
  );

const discount = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("amount"), fils }),
  z.object({
    kind: z.literal("percent"),
    hundredths: z
      .int({ error: () => m.invoices_error_percent() })
      .check(
        z.minimum(0, { error: () => m.invoices_error_percent() }),
        z.maximum(10_000, { error: () => m.invoices_error_percent() }),
      ),
  }),
]);

export const draftSource = z.union([
  /** `customerId`: which of the customers with the booking's phone is billed. */
  z.strictObject({ bookingId: z.uuid(), customerId: z.optional(z.uuid()) }),
  z.strictObject({ quoteId: z.uuid() }),
  z.strictObject({ contractId: z.uuid() }),
  z.strictObject({ customerId: z.uuid() }),
]);
export type DraftSource = z.output<typeof draftSource>;

/** `discount` is distributed over the lines, in addition to their own discounts. */
export const draftSchema = z.object({
  propertyId: z._default(z.nullable(z.uuid()), null),
  note: z._default(officeText(1000), ""),
  /** Null if it equals the day of issue. */
  supplyDate: optionalDay,
  /** Null if the due date follows from the settings. */
  dueDate: optionalDay,
  lines: z
    .array(line)
    .check(
      z.maxLength(MAX_DOCUMENT_LINES, { error: () => m.invoices_error_lines({ max: MAX_DOCUMENT_LINES }) }),
      totalWithinLimit,
    ),
  discount: z._default(discount, { kind: "none" }),
});
export type DraftContent = z.output<typeof draftSchema>;

export const reason = requiredText(300, () => m.invoices_error_reason()).check(
  z.minLength(3, { error: () => m.invoices_error_reason() }),
);

const creditedLine = z.union([
  z.strictObject({
    position: z.int32(),
    quantityHundredths: z.number({ error: () => m.invoices_error_quantity() }).check(
      z.refine((quantity) => quantity > 0 && isQuantity(quantity), {
        error: () => m.invoices_error_quantity(),
      }),
    ),
  }),
  z.strictObject({ position: z.int32(), fils: positiveFils }),
]);

/** `eventDate`: day of the event that the credit note corrects. */
export const creditSchema = z.object({
  credit: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("whole") }),
    z.object({ kind: z.literal("amount"), fils: positiveFils }),
    z.object({
      kind: z.literal("lines"),
      lines: z.array(creditedLine).check(
        z.minLength(1, { error: () => m.invoices_error_credit_no_lines() }),
        z.maxLength(MAX_DOCUMENT_LINES),
        z.refine((lines) => new Set(lines.map(({ position }) => position)).size === lines.length, {
          error: () => m.invoices_error_credit_repeated(),
        }),
      ),
    }),
    z.object({
      kind: z.literal("opening"),
      fils: positiveFils,
      vatTreatment: z.enum(vatTreatments),
      originalFils: positiveFils,
    }),
  ]),
  reason,
  eventDate: day,
});
