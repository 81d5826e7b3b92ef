import * as z from "zod/mini";

/** Feedback given for a booking, and steps still open. */
export const afterCompletionView = z.object({
  review: z.nullable(
    z.object({
      rating: z.int(),
      comment: z.string(),
      /** Answer of the office. */
      answer: z.nullable(z.string()),
    }),
  ),
  warrantyVisitRequestedAt: z.nullable(z.iso.datetime()),
  /** Response target of the request; null once it has passed. */
  warrantyContactDueAt: z.nullable(z.iso.datetime()),
  canReview: z.boolean(),
  canRequestWarrantyVisit: z.boolean(),
  /** Values of the booking form to book the same again. */
  bookAgain: z.record(z.string(), z.string()),
});
export type AfterCompletionView = z.output<typeof afterCompletionView>;

/** Technician as customers see them. */
const technicianCard = z.object({
  name: z.string(),
  /** Null without a picture; initials are shown instead. */
  pictureId: z.nullable(z.uuid()),
  /** Names of services. */
  trades: z.array(z.string()),
  /** Name of a valid certificate. */
  certificate: z.nullable(z.string()),
  /** Bookings with finished work. */
  jobs: z.int(),
  /** Null below the minimum number of ratings. */
  rating: z.nullable(z.number()),
  reviews: z.int(),
});
export type TechnicianCard = z.output<typeof technicianCard>;

/** Technician who has agreed to appear on the website. */
export interface WebsiteTechnician extends TechnicianCard {
  id: string;
  /** Path; null without a picture. */
  picture: string | null;
}

/** Assigned technician. */
export const technicianView = z.object({ technician: z.nullable(technicianCard) });
export type TechnicianView = z.output<typeof technicianView>;

/** Public review. */
export const publishedReview = z.object({
  id: z.uuid(),
  rating: z.int(),
  comment: z.string(),
  /** First name only. */
  name: z.string(),
  area: z.string(),
  at: z.iso.datetime(),
  /** Answer of the office. */
  answer: z.nullable(z.string()),
});
export type PublishedReview = z.output<typeof publishedReview>;

/** Page of reviews, newest first. */
export const publishedReviews = z.object({
  reviews: z.array(publishedReview),
  nextCursor: z.nullable(z.string()),
});
export type PublishedReviews = z.output<typeof publishedReviews>;

/** Ratings of a service and its published reviews, newest first. */
export interface ServiceReviews {
  /** Null below the minimum number of ratings. */
  rating: number | null;
  count: number;
  published: PublishedReview[];
  /** True if older ones exist. */
  hasMore: boolean;
}

const answerView = z.nullable(z.object({ text: z.string(), at: z.iso.datetime() }));
export type AnswerView = z.output<typeof answerView>;

/** Feedback of a customer for the office. */
export const customerReview = z.object({
  review: z.nullable(
    z.object({ rating: z.int(), comment: z.string(), published: z.boolean(), answer: answerView }),
  ),
  /** Warranty request. */
  warrantyRequest: z.nullable(z.object({ message: z.string(), requestedAt: z.iso.datetime() })),
});
export type CustomerReview = z.output<typeof customerReview>;

/** Review in the office's list. */
const officeReview = z.object({
  bookingId: z.uuid(),
  reference: z.string(),
  name: z.string(),
  serviceName: z.string(),
  rating: z.int(),
  comment: z.string(),
  at: z.iso.datetime(),
  published: z.boolean(),
  answer: answerView,
});
export type OfficeReview = z.output<typeof officeReview>;

export const officeReviews = z.object({
  reviews: z.array(officeReview),
  nextCursor: z.nullable(z.string()),
});

/** Reviews of one technician's work. */
export const technicianReviews = z.object({
  /** Null below the minimum number of ratings. */
  rating: z.nullable(z.number()),
  count: z.int(),
  /** Counts from one star to five. */
  stars: z.array(z.int()),
  latest: z.array(officeReview),
});
export type TechnicianReviews = z.output<typeof technicianReviews>;
