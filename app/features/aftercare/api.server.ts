import type { Ctx } from "~/platform/context";
import { type Call, endpoints, get, post } from "~/platform/http/endpoint.server";
import { isRefusal } from "~/platform/http/refusal";
import { asCustomer } from "../bookings/api/as-customer.server";
import { referenceSchema } from "../bookings/schema";
import { askForRevisit, publishReview, writeReview } from "./commands.server";
import { findAftercare, findCustomerWords } from "./queries.server";
import { publishSchema, reviewSchema, revisitSchema } from "./schema";
import { aftercareView, customerWords } from "./views";

const params = { reference: referenceSchema };

/** What the signed-in customer says about finished work, and what the office does with it. */
export const aftercareApi = endpoints("review", [
  get("/account/bookings/{reference}/aftercare", {
    may: "reviews.write",
    summary: "What the customer has said about a booking, and may still say",
    params,
    answer: aftercareView,
    private: true,
    run: showAftercare,
  }),

  post("/account/bookings/{reference}/review", {
    may: "reviews.write",
    summary: "Say what the finished work was like, 1 to 5 and in words; once",
    params,
    body: reviewSchema,
    answer: aftercareView,
    once: true,
    run: (ctx, { reference, ...review }, call) =>
      asCustomer(ctx, call, { reference }, (ctx, { id }) => writeReview(ctx, id, review)),
    refuses: ["not-found", "wrong-state"],
    reply: (ctx, path, _, call) => showAftercare(ctx, path, call),
  }),

  post("/account/bookings/{reference}/revisit", {
    may: "reviews.write",
    summary: "Ask for a visit under the warranty; once",
    params,
    body: revisitSchema,
    answer: aftercareView,
    once: true,
    run: (ctx, { reference, words }, call) =>
      asCustomer(ctx, call, { reference }, (ctx, { id }) => askForRevisit(ctx, id, words)),
    refuses: ["not-found", "wrong-state"],
    reply: (ctx, path, _, call) => showAftercare(ctx, path, call),
  }),

  get("/admin/bookings/{id}/customer-words", {
    may: "bookings.read",
    summary: "What the customer has said since the work was done, for the office",
    answer: customerWords,
    run: (ctx, { id }) => findCustomerWords(ctx, id),
  }),

  post("/admin/bookings/{id}/review", {
    may: "reviews.publish",
    summary: "Show a review on the website, or no longer",
    body: publishSchema,
    answer: customerWords,
    run: (ctx, { id, published }) => publishReview(ctx, id, published),
    refuses: ["not-found"],
    reply: (ctx, { id }) => findCustomerWords(ctx, id),
  }),
]);

async function showAftercare(ctx: Ctx, { reference }: { reference: string }, call: Call) {
  const found = await asCustomer(ctx, call, { reference }, (ctx, { id }) => findAftercare(ctx, id));
  return isRefusal(found) ? null : found;
}
