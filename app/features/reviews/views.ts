import * as z from "zod/mini";

/** What the customer has said about a booking, and may still say. */
export const afterCompletionView = z.object({
  review: z.nullable(
    z.object({
      rating: z.int(),
      words: z.string(),
      /** What the office says to it. */
      answer: z.nullable(z.string()),
    }),
  ),
  warrantyVisitRequestedAt: z.nullable(z.iso.datetime()),
  canReview: z.boolean(),
  canRequestWarrantyVisit: z.boolean(),
  /** The fields of the booking form, to ask for the same again. */
  bookAgain: z.record(z.string(), z.string()),
});
export type AfterCompletionView = z.output<typeof afterCompletionView>;

/** Whoever comes to a booking, as customers rated his work; `rating` null: too few of them did. */
export const technicianView = z.object({
  technician: z.nullable(
    z.object({
      name: z.string(),
      /** Null: the initials stand for the face. */
      pictureId: z.nullable(z.uuid()),
      rating: z.nullable(z.number()),
      reviews: z.int(),
    }),
  ),
});
export type TechnicianView = z.output<typeof technicianView>;

/** A review that everybody may read. */
export const publishedReview = z.object({
  id: z.uuid(),
  rating: z.int(),
  words: z.string(),
  /** The first name only. */
  name: z.string(),
  area: z.string(),
  /** When it was written. */
  at: z.iso.datetime(),
  /** What the office says to it. */
  answer: z.nullable(z.string()),
});
export type PublishedReview = z.output<typeof publishedReview>;

/** A page of them, the newest first. */
export const publishedReviews = z.object({
  reviews: z.array(publishedReview),
  nextCursor: z.nullable(z.string()),
});
export type PublishedReviews = z.output<typeof publishedReviews>;

/** What all customers of a service said, and those of their words that everybody may read, the newest first. */
export interface ServiceReviews {
  /** Null: too few said anything. */
  rating: number | null;
  count: number;
  published: PublishedReview[];
  /** There are older ones. */
  more: boolean;
}

const answerView = z.nullable(z.object({ words: z.string(), at: z.iso.datetime() }));
export type AnswerView = z.output<typeof answerView>;

/** What the customer has said since the work was done, for the office. */
export const customerReview = z.object({
  review: z.nullable(
    z.object({ rating: z.int(), words: z.string(), published: z.boolean(), answer: answerView }),
  ),
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
  answer: answerView,
});
export type OfficeReview = z.output<typeof officeReview>;

export const officeReviews = z.object({
  reviews: z.array(officeReview),
  nextCursor: z.nullable(z.string()),
});

/** What customers said of the work of one technician, for the office. */
export const technicianReviews = z.object({
  /** Null: too few said anything. */
  rating: z.nullable(z.number()),
  count: z.int(),
  /** How many gave one star, two and so on. */
  stars: z.array(z.int()),
  latest: z.array(officeReview),
});
export type TechnicianReviews = z.output<typeof technicianReviews>;
