import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { arabicTextField } from "~/platform/text/arabic-text";
import { requiredMessage, requiredTextField } from "~/platform/text/required-text";
import { singleLine, trimmedText } from "~/platform/text/sanitize-text";
import { certificateKinds, drawings } from "./content-entry";
import { serviceCategories } from "./views";

/** Content input; lengths match the tables. */

/** May be empty. */
const optionalText = (max: number) =>
  z
    .string({ error: requiredMessage })
    .check(trimmedText(max), z.maxLength(max, { error: () => m.admin_error_too_long({ max }) }));

const file = z.nullable(z.uuid());

/** Up to twelve lines; empty ones are dropped. */
const lines = (min: number) =>
  z.pipe(
    z.array(z.string().check(singleLine())).check(z.maxLength(100)),
    z.pipe(
      z.transform((typed: string[]) => typed.filter(Boolean)),
      z
        .array(z.string().check(z.maxLength(200, { error: () => m.admin_error_too_long({ max: 200 }) })))
        .check(
          z.minLength(min, { error: requiredMessage }),
          z.maxLength(12, { error: () => m.website_error_lines({ max: 12 }) }),
        ),
    ),
  );

/** Arabic lines in the order of the English ones. Null if empty; absent keeps the stored ones. */
const arabicLines = z.optional(
  z.nullable(
    z.pipe(
      lines(0),
      z.transform((typed: string[]) => (typed.length > 0 ? typed : null)),
    ),
  ),
);

export const testimonialSchema = z.object({
  quote: requiredTextField(400),
  quoteAr: arabicTextField(400),
  clientName: requiredTextField(60),
  clientNameAr: arabicTextField(60),
  role: requiredTextField(80),
  roleAr: arabicTextField(80),
  photoId: file,
});
export type Testimonial = z.output<typeof testimonialSchema>;

export const faqSchema = z.object({
  serviceId: z.string({ error: requiredMessage }),
  question: requiredTextField(160),
  questionAr: arabicTextField(160),
  answer: requiredTextField(800),
  answerAr: arabicTextField(800),
});
export type FaqEntry = z.output<typeof faqSchema>;

export const typicalJobSchema = z.object({
  serviceId: z.string({ error: requiredMessage }),
  title: requiredTextField(80),
  titleAr: arabicTextField(80),
  /** Item of the service's price book. */
  priceItem: z
    .string({ error: requiredMessage })
    .check(z.minLength(1, { error: requiredMessage }), z.maxLength(40)),
  /** Quantity in the item's unit. */
  quantity: z
    .int({ error: requiredMessage })
    .check(
      z.minimum(1, { error: () => m.website_error_quantity({ max: 100 }) }),
      z.maximum(100, { error: () => m.website_error_quantity({ max: 100 }) }),
    ),
});
export type TypicalJobText = z.output<typeof typicalJobSchema>;

export const portfolioItemSchema = z
  .object({
    serviceId: z.string({ error: requiredMessage }),
    title: requiredTextField(80),
    titleAr: arabicTextField(80),
    area: requiredTextField(50),
    areaAr: arabicTextField(50),
    summary: requiredTextField(400),
    summaryAr: arabicTextField(400),
    duration: requiredTextField(40),
    durationAr: arabicTextField(40),
    drawing: z.nullable(z.enum(drawings)),
    beforeId: file,
    afterId: file,
    /** Job of the photos, and its customer's consent. */
    job: z.nullable(z.object({ bookingId: z.uuid(), consent: requiredTextField(200) })),
  })
  .check(
    z.refine(({ drawing, beforeId, afterId }) => drawing !== null || (beforeId && afterId), {
      path: ["beforeId"],
      error: () => m.website_error_pictures(),
    }),
  );
export type PortfolioItem = z.output<typeof portfolioItemSchema>;

export const certificateSchema = z.object({
  kind: z.enum(certificateKinds, { error: requiredMessage }),
  title: requiredTextField(80),
  titleAr: arabicTextField(80),
  issuer: optionalText(80),
  issuerAr: arabicTextField(80),
  number: optionalText(60),
  /** Last day of validity. */
  expiresOn: z.nullable(z.iso.date({ error: () => m.website_error_day() })),
  fileId: file,
});
export type CompanyCertificate = z.output<typeof certificateSchema>;

const MIN_DESCRIPTION = 50;
const descriptionTooShort = () => m.website_error_description({ min: MIN_DESCRIPTION });

export const servicePageSchema = z
  .object({
    category: z.enum(serviceCategories),
    headline: requiredTextField(80),
    headlineAr: arabicTextField(80),
    introduction: requiredTextField(400),
    introductionAr: arabicTextField(400),
    description: requiredTextField(170).check(z.minLength(MIN_DESCRIPTION, { error: descriptionTooShort })),
    descriptionAr: arabicTextField(170).check(
      z.refine((text) => !text || text.length >= MIN_DESCRIPTION, { error: descriptionTooShort }),
    ),
    duration: requiredTextField(80),
    durationAr: arabicTextField(80),
    warranty: requiredTextField(80),
    warrantyAr: arabicTextField(80),
    included: lines(1),
    includedAr: arabicLines,
    notIncluded: lines(0),
    notIncludedAr: arabicLines,
    steps: z
      .array(
        z.object({
          title: requiredTextField(60),
          titleAr: arabicTextField(60),
          body: requiredTextField(300),
          bodyAr: arabicTextField(300),
        }),
      )
      .check(z.maxLength(8)),
  })
  .check(
    z.refine(({ included, includedAr }) => !includedAr || includedAr.length === included.length, {
      path: ["includedAr"],
      error: () => m.website_error_arabic_lines(),
    }),
    z.refine(
      ({ notIncluded, notIncludedAr }) => !notIncludedAr || notIncludedAr.length === notIncluded.length,
      {
        path: ["notIncludedAr"],
        error: () => m.website_error_arabic_lines(),
      },
    ),
  );
export type ServicePageText = z.output<typeof servicePageSchema>;
