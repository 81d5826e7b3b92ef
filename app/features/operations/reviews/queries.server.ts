import type { SelectQueryBuilder } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { addDays, dubaiInstant } from "~/platform/time";
import { placeInReaderLanguage } from "../../core/geography/community-names";
import { actingRole } from "../bookings/policy";
import { readPicture } from "../scheduling/technicians/picture.server";
import { afterCompletionOf, meanRating, type ReviewFilter } from "./review";
import { cardOf, cardRows, findTechnicianCard } from "./technician-card.server";
import type {
  AfterCompletionView,
  AnswerView,
  CustomerReview,
  OfficeReview,
  PublishedReviews,
  ServiceReviews,
  TechnicianReviews,
  TechnicianView,
  WebsiteTechnician,
} from "./views";
import { warrantyContactDeadline } from "./warranty-contact.server";

/** Feedback given and still possible for a booking; null for anyone but its customer. */
export const findAfterCompletion = query(
  "reviews.write",
  async function findAfterCompletion(ctx, bookingId: string): Promise<AfterCompletionView | null> {
    const booking = await ctx.db
      .selectFrom("bookings")
      .select([
        "id",
        "userId",
        "state",
        "serviceId",
        "tradeId",
        "contactName",
        "contactEmail",
        "contactPhone",
      ])
      .select("addressParts")
      .where("id", "=", bookingId)
      .executeTakeFirst();
    if (!booking) return null;
    if (actingRole(ctx.actor, { id: booking.id, userId: booking.userId }, ctx.now) !== "customer")
      return null;
    const [review, revisit] = await Promise.all([
      ctx.db
        .selectFrom("reviews")
        .select(["rating", "comment", "answer"])
        .where("bookingId", "=", bookingId)
        .executeTakeFirst(),
      ctx.db
        .selectFrom("warrantyVisitRequests")
        .select("createdAt")
        .where("bookingId", "=", bookingId)
        .executeTakeFirst(),
    ]);
    return {
      review: review ? { rating: review.rating, comment: review.comment, answer: review.answer } : null,
      warrantyVisitRequestedAt: revisit?.createdAt.toISOString() ?? null,
      warrantyContactDueAt: await warrantyDueAt(ctx, revisit?.createdAt),
      bookAgain: {
        service: booking.serviceId,
        ...(booking.tradeId && { trade: booking.tradeId }),
        customerName: booking.contactName,
        // A link may be forwarded, so its holder reads no more than the booking's page shows.
        ...(ctx.actor.role !== "link-holder" && {
          email: booking.contactEmail ?? "",
          phone: booking.contactPhone,
        }),
        ...booking.addressParts,
      },
      ...afterCompletionOf(booking.state, {
        reviewed: Boolean(review),
        warrantyVisitRequested: Boolean(revisit),
      }),
    };
  },
);

/** Null without a request and once the deadline has passed. */
async function warrantyDueAt(ctx: Ctx, requestedAt: Date | undefined): Promise<string | null> {
  const due = requestedAt && (await warrantyContactDeadline(ctx, requestedAt));
  return due && due > ctx.now ? due.toISOString() : null;
}

/** Assigned technician of the actor's own booking; null while unassigned. */
export const findTechnicianOf = query(
  "website.open-link",
  async function findTechnicianOf(ctx, bookingId: string): Promise<TechnicianView | null> {
    const coming = await findComing(ctx, bookingId);
    if (!coming) return null;
    const { technician } = coming;
    if (!technician) return { technician: null };
    return { technician: await findTechnicianCard(ctx, technician.id) };
  },
);

/** Picture of the assigned technician, until the visit is over. */
export const findPictureOf = query(
  "website.open-link",
  async function findPictureOf(ctx, bookingId: string, wanted: Parameters<typeof readPicture>[2]) {
    const technician = (await findComing(ctx, bookingId))?.technician;
    return technician ? readPicture(ctx, technician.id, wanted) : null;
  },
);

/** Null if the booking is not the actor's own. */
async function findComing(ctx: Ctx, bookingId: string) {
  const booking = await ctx.db
    .selectFrom("bookings")
    .select(["id", "userId"])
    .where("id", "=", bookingId)
    .executeTakeFirst();
  if (!booking || !actingRole(ctx.actor, { id: booking.id, userId: booking.userId }, ctx.now)) return null;
  const technician = await ctx.db
    .selectFrom("visits")
    .innerJoin("technicians", "technicians.id", "visits.technicianId")
    .select("technicians.id")
    .where("visits.bookingId", "=", bookingId)
    .where("visits.state", "in", ["scheduled", "en_route", "on_site"])
    .where("visits.leadVisitId", "is", null)
    // The visit that the page shows: one under way before a planned one.
    .orderBy((eb) => eb("visits.state", "=", "scheduled"))
    .orderBy("visits.startsAt")
    .limit(1)
    .executeTakeFirst();
  return { technician: technician ?? null };
}

/** Limit on the website. */
const MAX_CARDS = 6;

/** Active technicians who have agreed to appear on the website; those who agreed first come first. */
export const listWebsiteTechnicians = query(
  "website.use",
  async function listWebsiteTechnicians(ctx): Promise<WebsiteTechnician[]> {
    const rows = await cardRows(ctx)
      .where("websiteConsentAt", "is not", null)
      .orderBy("websiteConsentAt")
      .orderBy("technicians.id")
      .limit(MAX_CARDS)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      picture: row.pictureId && `/api/technicians/${row.id}/picture/${row.pictureId}`,
      ...cardOf(row),
    }));
  },
);

/** Null without consent, so that the picture is gone once it is withdrawn. */
export const findWebsitePicture = query(
  "website.use",
  async function findWebsitePicture(ctx, technicianId: string, wanted: Parameters<typeof readPicture>[2]) {
    const technician = await ctx.db
      .selectFrom("technicians")
      .select("id")
      .where("id", "=", technicianId)
      .where("websiteConsentAt", "is not", null)
      .executeTakeFirst();
    return technician ? readPicture(ctx, technician.id, wanted) : null;
  },
);

/** Feedback for the office, including the text of a warranty request. */
export const findCustomerReview = query(
  "bookings.read",
  async function findCustomerReview(ctx, bookingId: string): Promise<CustomerReview> {
    const [review, revisit] = await Promise.all([
      ctx.db
        .selectFrom("reviews")
        .select(["rating", "comment", "publishedAt", "answer", "answeredAt"])
        .where("bookingId", "=", bookingId)
        .executeTakeFirst(),
      ctx.db
        .selectFrom("warrantyVisitRequests")
        .select(["message", "createdAt"])
        .where("bookingId", "=", bookingId)
        .executeTakeFirst(),
    ]);
    return {
      review: review
        ? {
            rating: review.rating,
            comment: review.comment,
            published: review.publishedAt !== null,
            answer: answerOf(review),
          }
        : null,
      warrantyRequest: revisit
        ? { message: revisit.message, requestedAt: revisit.createdAt.toISOString() }
        : null,
    };
  },
);

const newest = keyset("desc", ["instant", "reviews.createdAt"], ["id", "reviews.id"]);

/** Limit on a service page. */
const MAX_REVIEWS = 6;

/** Count and mean of all ratings of a service, and the latest published reviews with first name and area. */
export const findServiceReviews = query(
  "website.use",
  async function findServiceReviews(ctx, serviceId: string): Promise<ServiceReviews> {
    const [said, { reviews, nextCursor }] = await Promise.all([
      sumOf(ctx.db.selectFrom("reviews").where("serviceId", "=", serviceId)),
      listPublished(ctx, serviceId, { limit: MAX_REVIEWS }),
    ]);
    return { ...said, published: reviews, hasMore: nextCursor !== null };
  },
);

/** Count and mean of all ratings, published or not, so that selection cannot improve the mean. */
export const findOverallRating = query("website.use", function findOverallRating(ctx) {
  return sumOf(ctx.db.selectFrom("reviews"));
});

/** Lists published reviews of a service, newest first. */
export const listServiceReviews = query(
  "website.use",
  function listServiceReviews(ctx, { service, ...page }: PageParams & { service: string }) {
    return listPublished(ctx, service, page);
  },
);

/** Ids of services with a published review. */
export const listReviewedServices = query("website.use", async function listReviewedServices(ctx): Promise<
  string[]
> {
  const rows = await ctx.db
    .selectFrom("services")
    .select("id")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("reviews")
          .select("reviews.id")
          .whereRef("reviews.serviceId", "=", "services.id")
          .where("publishedAt", "is not", null),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
});

async function listPublished(ctx: Ctx, serviceId: string, page: PageParams): Promise<PublishedReviews> {
  const { rows, nextCursor } = await readPage(
    ctx.db
      .selectFrom("reviews")
      .innerJoin("bookings", "bookings.id", "reviews.bookingId")
      .select(["reviews.id", "rating", "comment", "answer", "reviews.createdAt", "contactName", "area"])
      .where("publishedAt", "is not", null)
      .where("reviews.serviceId", "=", serviceId),
    newest,
    page,
  );
  const reviews = rows.map((row) => ({
    id: row.id,
    rating: row.rating,
    comment: row.comment,
    name: row.contactName.split(" ", 1)[0]!,
    area: placeInReaderLanguage(row.area),
    at: row.createdAt.toISOString(),
    answer: row.answer,
  }));
  return { reviews, nextCursor };
}

/** Lists all reviews, newest first, published or not. */
export const listReviews = query(
  "reviews.publish",
  async function listReviews(ctx, filter: ReviewFilter & PageParams) {
    const { unanswered, technician, from, to, ...page } = filter;
    let wanted = officeReviews(ctx);
    if (unanswered) wanted = wanted.where("answer", "is", null);
    if (technician) wanted = wanted.where("finishedByTechnicianId", "=", technician);
    if (from) wanted = wanted.where("reviews.createdAt", ">=", dubaiInstant(from, "00:00"));
    if (to) wanted = wanted.where("reviews.createdAt", "<", dubaiInstant(addDays(to, 1), "00:00"));
    const { rows, nextCursor } = await readPage(wanted, newest, page);
    return { reviews: rows.map(officeReviewOf), nextCursor };
  },
);

/** Limit on a technician's page. */
const LATEST_OF_TECHNICIAN = 5;

/** Mean and latest reviews of work that the technician finished. */
export const findTechnicianReviews = query(
  "technicians.read",
  async function findTechnicianReviews(ctx, technicianId: string): Promise<TechnicianReviews> {
    const of = ctx.db.selectFrom("reviews").where("finishedByTechnicianId", "=", technicianId);
    const [given, latest] = await Promise.all([
      of
        .select(["rating", ({ fn }) => fn.countAll<string>().as("count")])
        .groupBy("rating")
        .execute(),
      officeReviews(ctx)
        .where("finishedByTechnicianId", "=", technicianId)
        .orderBy("reviews.createdAt", "desc")
        .orderBy("reviews.id", "desc")
        .limit(LATEST_OF_TECHNICIAN)
        .execute(),
    ]);
    const stars = [1, 2, 3, 4, 5].map((star) =>
      Number(given.find(({ rating }) => rating === star)?.count ?? 0),
    );
    const count = stars.reduce((sum, n) => sum + n, 0);
    const sum = stars.reduce((sum, n, index) => sum + n * (index + 1), 0);
    return { rating: meanRating({ sum, count }), count, stars, latest: latest.map(officeReviewOf) };
  },
);

function officeReviews(ctx: Ctx) {
  return ctx.db
    .selectFrom("reviews")
    .innerJoin("bookings", "bookings.id", "reviews.bookingId")
    .innerJoin("services", "services.id", "reviews.serviceId")
    .select([
      "bookingId",
      "reference",
      "contactName",
      textInReaderLanguage("services.name").as("serviceName"),
    ])
    .select(["rating", "comment", "reviews.createdAt", "publishedAt", "answer", "answeredAt"]);
}

type OfficeRow = Awaited<ReturnType<ReturnType<typeof officeReviews>["execute"]>>[number];

function officeReviewOf(row: OfficeRow): OfficeReview {
  return {
    bookingId: row.bookingId,
    reference: row.reference,
    name: row.contactName,
    serviceName: row.serviceName,
    rating: row.rating,
    comment: row.comment,
    at: row.createdAt.toISOString(),
    published: row.publishedAt !== null,
    answer: answerOf(row),
  };
}

function answerOf(row: { answer: string | null; answeredAt: Date | null }): AnswerView {
  return row.answer === null ? null : { text: row.answer, at: row.answeredAt!.toISOString() };
}

/** Count and mean of reviews. */
async function sumOf(reviews: SelectQueryBuilder<Tables, "reviews", unknown>) {
  const { sum, count } = await reviews
    .select(({ fn }) => [fn.sum<string | null>("rating").as("sum"), fn.countAll<string>().as("count")])
    .executeTakeFirstOrThrow();
  return { rating: meanRating({ sum: Number(sum ?? 0), count: Number(count) }), count: Number(count) };
}
