import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
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

export const testimonialSchema = z.object({
  quote: requiredTextField(400),
  clientName: requiredTextField(60),
  role: requiredTextField(80),
  photoId: file,
});
export type Testimonial = z.output<typeof testimonialSchema>;

export const faqSchema = z.object({
  serviceId: z.string({ error: requiredMessage }),
  question: requiredTextField(160),
  answer: requiredTextField(800),
});
export type FaqEntry = z.output<typeof faqSchema>;

export const typicalJobSchema = z.object({
  serviceId: z.string({ error: requiredMessage }),
  title: requiredTextField(80),
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
    area: requiredTextField(50),
    summary: requiredTextField(400),
    duration: requiredTextField(40),
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
  issuer: optionalText(80),
  number: optionalText(60),
  /** Last day of validity. */
  expiresOn: z.nullable(z.iso.date({ error: () => m.website_error_day() })),
  fileId: file,
});
export type CompanyCertificate = z.output<typeof certificateSchema>;

export const servicePageSchema = z.object({
  category: z.enum(serviceCategories),
  headline: requiredTextField(80),
  introduction: requiredTextField(400),
  description: requiredTextField(170).check(
    z.minLength(50, { error: () => m.website_error_description({ min: 50 }) }),
  ),
  duration: requiredTextField(80),
  warranty: requiredTextField(80),
  included: lines(1),
  notIncluded: lines(0),
  steps: z
    .array(z.object({ title: requiredTextField(60), body: requiredTextField(300) }))
    .check(z.maxLength(8)),
});
export type ServicePageText = z.output<typeof servicePageSchema>;
