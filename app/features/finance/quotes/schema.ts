import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { requiredMessage, requiredTextField } from "~/platform/text/required-text";
import { multiLine, plainLine, trimmedText } from "~/platform/text/sanitize-text";
import {
  MAX_AMOUNT_FILS,
  MAX_DOCUMENT_LINES,
  MAX_QUANTITY_HUNDREDTHS,
} from "../../core/business/money-limits";
import { amountTooLarge, totalWithinLimit } from "../../core/pricing/line-limits";
import { isQuantity, priceOfQuantity } from "../../core/pricing/quantity";
import { vatTreatments } from "../../core/pricing/vat-treatment";
import { isDiscountTooLarge } from "./quote";

/** Quote input of the office and answers of the customer, validated by forms and API. */

export const MAX_PHOTOS = 20;
export const MAX_VALID_DAYS = 365;

const optionalText = (max: number) =>
  z._default(
    z.string().check(trimmedText(max), z.maxLength(max, { error: () => m.admin_error_too_long({ max }) })),
    "",
  );

const moneyError = { error: () => m.admin_price_error_money() };
const largeError = { error: amountTooLarge };
const quantityError = { error: () => m.pricing_error_quantity() };

const quoteLine = z.object({
  /** Heading above the line. */
  section: optionalText(80),
  description: requiredTextField(500),
  /** 100 is one unit, 12.5 is 0.125. */
  quantityHundredths: z
    .number(quantityError)
    .check(
      z.minimum(0.1, quantityError),
      z.maximum(MAX_QUANTITY_HUNDREDTHS, quantityError),
      z.refine(isQuantity, quantityError),
    ),
  unit: optionalText(20),
  unitFils: z.int(moneyError).check(z.minimum(0, moneyError), z.maximum(MAX_AMOUNT_FILS, largeError)),
  optional: z._default(z.boolean(), false),
  /** From the price list. */
  serviceId: z._default(z.nullable(z.string().check(z.maxLength(60))), null),
  priceId: z._default(z.nullable(z.uuid()), null),
  /** Contract and its discount on a part. */
  partContractId: z._default(z.nullable(z.uuid()), null),
  discountFils: z._default(z.int(moneyError).check(z.minimum(0, moneyError)), 0),
});
export const quoteLineSchema = quoteLine.check(
  z.refine(
    ({ quantityHundredths, unitFils, discountFils, partContractId }) =>
      discountFils <= (partContractId ? priceOfQuantity(quantityHundredths, unitFils) : 0),
    { path: ["discountFils"], error: () => m.quotes_error_part_discount() },
  ),
);
export type QuoteLine = z.output<typeof quoteLineSchema>;

const percentError = { error: () => m.quotes_error_percent() };

export const discountSchema = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("none") }),
    z.object({
      kind: z.literal("amount"),
      fils: z.int(moneyError).check(z.minimum(0, moneyError), z.maximum(MAX_AMOUNT_FILS, largeError)),
    }),
    z.object({
      kind: z.literal("percent"),
      /** Hundredths of a percent. */
      hundredths: z.int(percentError).check(z.minimum(0, percentError), z.maximum(10_000, percentError)),
    }),
  ],
  { error: requiredMessage },
);

const wholePercentError = { error: () => m.quotes_error_whole_percent() };
const daysError = { error: () => m.quotes_error_days() };

export const quoteDraftFields = z.object({
  title: requiredTextField(120),
  introduction: optionalText(4000),
  terms: optionalText(4000),
  lines: z
    .array(quoteLineSchema)
    .check(
      z.maxLength(MAX_DOCUMENT_LINES, { error: () => m.quotes_error_lines({ max: MAX_DOCUMENT_LINES }) }),
      totalWithinLimit,
    ),
  discount: discountSchema,
  /** VAT treatment of all lines. */
  vatTreatment: z._default(z.enum(vatTreatments), "standard"),
  depositPercent: z
    .int(wholePercentError)
    .check(z.minimum(0, wholePercentError), z.maximum(100, wholePercentError)),
  validDays: z.int(daysError).check(z.minimum(1, daysError), z.maximum(MAX_VALID_DAYS, daysError)),
  photoIds: z.array(z.uuid()).check(
    z.maxLength(MAX_PHOTOS, { error: () => m.quotes_error_photos({ max: MAX_PHOTOS }) }),
    z.refine((ids) => new Set(ids).size === ids.length, { error: requiredMessage }),
  ),
  /** Service and property of the booking to be created. */
  serviceId: z.nullable(z.string().check(z.maxLength(60))),
  propertyId: z.nullable(z.uuid()),
});
export const quoteDraftSchema = quoteDraftFields.check(
  z.refine(({ vatTreatment, depositPercent }) => vatTreatment === "standard" || depositPercent === 0, {
    path: ["depositPercent"],
    error: () => m.quotes_error_untaxed_deposit(),
  }),
  z.refine((draft) => !isDiscountTooLarge(draft), {
    path: ["discount"],
    when: ({ issues }) => issues.length === 0,
    error: () => m.quotes_error_discount_too_large(),
  }),
);
export type QuoteDraft = z.output<typeof quoteDraftSchema>;

export const quoteReferenceSchema = z.string().check(z.regex(/^QT-\d{4}-\d{6}$/));
export const quoteVersionSchema = z.int32({ error: () => m.quotes_error_stale() });

/** Key of the emailed link; empty for signed-in customers. */
export const quoteKeySchema = z._default(z.string().check(z.maxLength(200)), "");

/** Typed name, which signs an approval or acceptance: at least two letters. */
export const signature = z.string({ error: () => m.quotes_error_name() }).check(
  plainLine(),
  z.refine((name) => (name.match(/\p{L}/gu) ?? []).length >= 2, {
    error: () => m.quotes_error_name(),
    abort: true,
  }),
  z.maxLength(100, { error: () => m.admin_error_too_long({ max: 100 }) }),
);

const comment = (error: () => string) =>
  z
    .string({ error })
    .check(
      multiLine(),
      z.minLength(1, { error, abort: true }),
      z.maxLength(1000, { error: () => m.admin_error_too_long({ max: 1000 }) }),
    );

/** Version that the customer saw. */
const revision = z.int32({ error: () => m.quotes_error_superseded() });

export const approvalSchema = z.object({
  key: quoteKeySchema,
  revision,
  name: signature,
  /** Positions of the ticked optional lines, from 1. */
  chosenPositions: z._default(z.array(z.int32()).check(z.maxLength(MAX_DOCUMENT_LINES)), []),
});
export type Approval = Omit<z.output<typeof approvalSchema>, "key">;

export const changesSchema = z.object({
  key: quoteKeySchema,
  revision,
  comment: comment(() => m.quotes_error_changes()),
});
export const declineSchema = z.object({
  key: quoteKeySchema,
  revision,
  comment: comment(() => m.quotes_error_reason()),
});
