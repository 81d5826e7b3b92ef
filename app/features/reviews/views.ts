import * as z from "zod/mini";

/** What the customer has said about a booking, and may still say. */
export const afterCompletionView = z.object({
  review: z.nullable(z.object({ rating: z.int(), words: z.string() })),
  revisitAskedAt: z.nullable(z.iso.datetime()),
  canReview: z.boolean(),
  canAskRevisit: z.boolean(),
  /** The fields of the booking form, to ask for the same again. */
  bookAgain: z.record(z.string(), z.string()),
});
export type AfterCompletionView = z.output<typeof afterCompletionView>;

/** Whoever comes to a booking, as customers rated his work; `rating` null: too few of them did. */
export const technicianView = z.object({
  technician: z.nullable(z.object({ name: z.string(), rating: z.nullable(z.number()), reviews: z.int() })),
});
export type TechnicianView = z.output<typeof technicianView>;

/** A review that everybody may read. */
export interface PublishedReview {
  id: string;
  rating: number;
  words: string;
  /** The first name only. */
  name: string;
  area: string;
  /** When it was written, ISO 8601 in UTC. */
  at: string;
}

/** What the customer has said since the work was done, for the office. */
export const customerReview = z.object({
  review: z.nullable(z.object({ rating: z.int(), words: z.string(), published: z.boolean() })),
  /** What is to be put right under the warranty. */
  revisit: z.nullable(z.object({ words: z.string(), askedAt: z.iso.datetime() })),
});
export type CustomerReview = z.output<typeof customerReview>;

/** A review in the office's list of all. */
const officeReview = z.object({
  bookingId: z.uuid(),
  reference: z.string(),
  name: z.string(),
  serviceName: z.string(),
  rating: z.int(),
  words: z.string(),
  at: z.iso.datetime(),
  published: z.boolean(),
});
export type OfficeReview = z.output<typeof officeReview>;

export const officeReviews = z.object({
  reviews: z.array(officeReview),
  nextCursor: z.nullable(z.string()),
});
