import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import { type Call, endpoints, get, post } from "~/platform/http/endpoint.server";
import { isRefusal } from "~/platform/http/refusal";
import { pageParams } from "~/platform/lists/keyset.server";
import { asCustomer } from "../bookings/api/as-customer.server";
import { daySchema, linkKeySchema, referenceSchema } from "../bookings/schema";
import { answerPicture, pictureAnswer, pictureQuery } from "../scheduling/technicians/picture.server";
import {
  answerReview,
  publishReview,
  removeAnswer,
  requestWarrantyVisit,
  writeReview,
} from "./commands.server";
import {
  findAfterCompletion,
  findCustomerReview,
  findPictureOf,
  findTechnicianOf,
  findTechnicianReviews,
  findWebsitePicture,
  listReviews,
  listServiceReviews,
} from "./queries.server";
import {
  answerSchema,
  publishSchema,
  removeAnswerSchema,
  reviewSchema,
  warrantyRequestSchema,
} from "./schema";
import {
  afterCompletionView,
  customerReview,
  officeReviews,
  publishedReviews,
  technicianReviews,
  technicianView,
} from "./views";

const params = { reference: referenceSchema };

/** Reviews and warranty requests of customers, by link key or session, and their administration. */
export const reviewsApi = endpoints("review", [
  get("/bookings/{reference}/aftercare", {
    may: "website.open-link",
    summary: "Feedback of a booking, and what the customer can still submit",
    params,
    query: z.object({ key: linkKeySchema }),
    answer: afterCompletionView,
    private: true,
    run: showAfterCompletion,
  }),

  get("/bookings/{reference}/technician", {
    may: "website.open-link",
    summary: "Assigned technician of a booking, with the average rating",
    params,
    query: z.object({ key: linkKeySchema }),
    answer: technicianView,
    private: true,
    async run(ctx, path, call) {
      const found = await asCustomer(ctx, call, path, (ctx, { id }) => findTechnicianOf(ctx, id));
      return isRefusal(found) ? null : found;
    },
  }),

  get("/bookings/{reference}/technician/picture/{pictureId}", {
    may: "website.open-link",
    summary: "Photo of the assigned technician, until the visit is over",
    params,
    query: z.extend(pictureQuery, { key: linkKeySchema }),
    answer: pictureAnswer,
    run: (ctx, { pictureId, size, ...path }, call) =>
      asCustomer(ctx, call, path, async (ctx, { id }) =>
        answerPicture(call, await findPictureOf(ctx, id, { pictureId, size })),
      ),
  }),

  post("/bookings/{reference}/review", {
    may: "website.open-link",
    summary: "Review finished work: 1 to 5 stars and a text; once",
    params,
    body: z.extend(reviewSchema, { key: linkKeySchema }),
    answer: afterCompletionView,
    idempotent: true,
    run: (ctx, { rating, comment, ...path }, call) =>
      asCustomer(ctx, call, path, (ctx, { id }) => writeReview(ctx, id, { rating, words: comment })),
    refuses: ["not-found", "wrong-state"],
    reply: (ctx, path, _, call) => showAfterCompletion(ctx, path, call),
  }),

  post("/bookings/{reference}/warranty-request", {
    operationId: "requestWarrantyVisitByReference",
    may: "website.open-link",
    summary: "Request a warranty visit; once",
    params,
    body: z.extend(warrantyRequestSchema, { key: linkKeySchema }),
    answer: afterCompletionView,
    idempotent: true,
    run: (ctx, { message, ...path }, call) =>
      asCustomer(ctx, call, path, (ctx, { id }) => requestWarrantyVisit(ctx, id, message)),
    refuses: ["not-found", "wrong-state"],
    reply: (ctx, path, _, call) => showAfterCompletion(ctx, path, call),
  }),

  get("/technicians/{technicianId}/picture/{pictureId}", {
    operationId: "getWebsiteTechnicianPicture",
    may: "website.use",
    summary: "Photo of a technician who has agreed to appear on the website",
    query: pictureQuery,
    answer: pictureAnswer,
    run: async (ctx, { technicianId, ...wanted }, call) =>
      answerPicture(call, await findWebsitePicture(ctx, technicianId, wanted)),
  }),

  get("/reviews", {
    operationId: "listPublishedReviews",
    may: "website.use",
    summary: "Published reviews of a service, newest first",
    query: z.object({ ...pageParams, service: z.string().check(z.maxLength(50)) }),
    answer: publishedReviews,
    run: (ctx, params) => listServiceReviews(ctx, params),
  }),

  get("/admin/bookings/{id}/feedback", {
    may: "bookings.read",
    summary: "Review and warranty request of a booking, for the office",
    answer: customerReview,
    run: (ctx, { id }) => findCustomerReview(ctx, id),
  }),

  get("/admin/reviews", {
    may: "reviews.publish",
    summary: "List reviews, newest first",
    description:
      "`technician`: who finished the work. `from` and `to`: Dubai days of the review, both included.",
    query: z.object({
      ...pageParams,
      unanswered: z.optional(z.literal("yes")),
      technician: z.optional(z.uuid()),
      from: z.optional(daySchema),
      to: z.optional(daySchema),
    }),
    answer: officeReviews,
    run: listReviews,
  }),

  post("/admin/bookings/{id}/review", {
    operationId: "publishReview",
    may: "reviews.publish",
    summary: "Publish or unpublish a review",
    body: publishSchema,
    answer: customerReview,
    run: (ctx, { id, published }) => publishReview(ctx, id, published),
    refuses: ["not-found"],
    reply: (ctx, { id }) => findCustomerReview(ctx, id),
  }),

  post("/admin/bookings/{id}/review/answer", {
    operationId: "answerReview",
    may: "reviews.publish",
    summary: "Answer a review or edit the answer; a new answer is emailed to the customer",
    body: answerSchema,
    answer: customerReview,
    run: (ctx, { id, ...answer }) => answerReview(ctx, id, answer),
    refuses: ["not-found", "stale"],
    reply: (ctx, { id }) => findCustomerReview(ctx, id),
  }),

  post("/admin/bookings/{id}/review/answer/remove", {
    operationId: "removeReviewAnswer",
    may: "reviews.publish",
    summary: "Remove the answer to a review",
    body: removeAnswerSchema,
    answer: customerReview,
    run: (ctx, { id, seenAt }) => removeAnswer(ctx, id, seenAt),
    refuses: ["not-found", "stale"],
    reply: (ctx, { id }) => findCustomerReview(ctx, id),
  }),

  get("/admin/technicians/{id}/reviews", {
    may: "technicians.read",
    summary: "Ratings of a technician's work, with the latest reviews",
    answer: technicianReviews,
    run: (ctx, { id }) => findTechnicianReviews(ctx, id),
  }),
]);

async function showAfterCompletion(ctx: Ctx, path: { reference: string; key: string }, call: Call) {
  const found = await asCustomer(ctx, call, path, (ctx, { id }) => findAfterCompletion(ctx, id));
  return isRefusal(found) ? null : found;
}
