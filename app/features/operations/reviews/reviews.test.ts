import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Booked, type Caller, createCaller } from "../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../test/harness/company/trail";
import { type Mailbox, openMailbox } from "../../../../test/harness/servers/mailbox";
import { findServiceReviews, listReviewedServices } from "./queries.server";

/** Feedback by link key; signed-in customers are covered in accounts/api/own-account.test.ts. */

let caller: Caller;
let mailbox: Mailbox;
beforeAll(async () => {
  caller = await createCaller();
  mailbox = openMailbox(caller);
});
afterAll(() => caller.close());

async function finished(): Promise<Booked> {
  const booked = await caller.book();
  await caller.db
    .updateTable("bookings")
    .set({ state: "completed" })
    .where("id", "=", booked.bookingId)
    .execute();
  return booked;
}
const afterCompletion = ({ reference }: Booked, key: string) =>
  caller.call("GET", `/api/bookings/${reference}/aftercare?key=${encodeURIComponent(key)}`);
const say = ({ reference }: Booked, what: "review" | "warranty-request", body: object) =>
  caller.call("POST", `/api/bookings/${reference}/${what}`, body);

it("a guest reviews finished work and requests a warranty visit by link", async () => {
  const booked = await finished();
  const { key } = booked;
  expect((await afterCompletion(booked, key)).body).toMatchObject({
    canReview: true,
    canRequestWarrantyVisit: true,
  });
  const reviewed = await say(booked, "review", { key, rating: 5, comment: "On time" });
  expect(reviewed).toMatchObject({ status: 200, body: { review: { rating: 5 }, canReview: false } });
  expect((await say(booked, "review", { key, rating: 1, comment: "" })).body.reason).toBe("wrong-state");
  const asked = await say(booked, "warranty-request", { key, message: "It drips again" });
  expect(asked).toMatchObject({ status: 200, body: { canRequestWarrantyVisit: false } });
  expect(Date.parse(asked.body.warrantyContactDueAt)).toBeGreaterThan(
    Date.parse(asked.body.warrantyVisitRequestedAt),
  );
});

it('"book again" by link shows no more personal data than the booking\'s page', async () => {
  const booked = await finished();
  const { bookAgain } = (await afterCompletion(booked, booked.key)).body;
  expect(bookAgain).toMatchObject({ service: "plumbing" });
  expect(bookAgain).not.toHaveProperty("email");
  expect(bookAgain).not.toHaveProperty("phone");
});

it("feedback without the booking's key is refused", async () => {
  const [mine, other] = [await finished(), await finished()];
  for (const key of ["", "x", other.key]) {
    expect((await afterCompletion(mine, key)).status).toBe(404);
    expect((await say(mine, "review", { key, rating: 1, comment: "" })).status).toBe(404);
    expect((await say(mine, "warranty-request", { key, message: "Again" })).status).toBe(404);
  }
  expect((await afterCompletion(mine, mine.key)).body).toMatchObject({
    review: null,
    warrantyVisitRequestedAt: null,
    warrantyContactDueAt: null,
  });
});

describe("answers to reviews", () => {
  const ask = async (path: string, body: object) =>
    caller.call("POST", `/api/admin/bookings/${path}`, body, await caller.asAdmin());
  const serve = ({ bookingId }: Booked, serviceId: string) =>
    caller.db.updateTable("bookings").set({ serviceId }).where("id", "=", bookingId).execute();
  const reviewed = async (service = "plumbing", rating = 4) => {
    const booked = await finished();
    await serve(booked, service);
    await say(booked, "review", { key: booked.key, rating, comment: "Ten minutes late" });
    return booked;
  };

  it("emails an answer to the customer once and shows it beside the review", async () => {
    const booked = await reviewed();
    const { bookingId } = booked;
    await mailbox.collect();
    expect((await ask(`${bookingId}/review/answer`, { answer: " ", seenAt: null })).status).toBe(400);
    const given = await ask(`${bookingId}/review/answer`, { answer: "We are sorry", seenAt: null });
    const { at } = given.body.review.answer;
    expect(given.body.review.answer.text).toBe("We are sorry");
    const [mail, ...more] = await mailbox.collect();
    expect(more).toEqual([]);
    expect(mail!.plain).toContain("We are sorry");
    expect(mail!.plain).toContain(booked.reference);
    expect((await afterCompletion(booked, booked.key)).body.review).toMatchObject({ answer: "We are sorry" });

    vi.setSystemTime(Date.now() + 60_000);
    // A colleague's concurrent change is not overwritten.
    const late = { answer: "Late answer", seenAt: null };
    expect((await ask(`${bookingId}/review/answer`, late)).body.reason).toBe("stale");
    expect((await ask(`${bookingId}/review/answer/remove`, { seenAt: null })).body.reason).toBe("stale");
    const edited = await ask(`${bookingId}/review/answer`, { answer: "We are very sorry", seenAt: at });
    expect(edited.status).toBe(200);
    const seenAt = edited.body.review.answer.at;
    expect((await ask(`${bookingId}/review/answer/remove`, { seenAt })).body.review.answer).toBeNull();
    expect(await mailbox.collect()).toEqual([]);
    expect((await afterCompletion(booked, booked.key)).body.review).toMatchObject({ answer: null });

    const trail = (await readTrail(caller.db, { subjectId: bookingId })).filter(({ type }) =>
      type.includes("answer"),
    );
    expect(trail.map(({ type, before, after }) => ({ type, before, after }))).toEqual([
      { type: "booking.review-answered", before: { answer: null }, after: { answer: "We are sorry" } },
      {
        type: "booking.review-answer-edited",
        before: { answer: "We are sorry" },
        after: { answer: "We are very sorry" },
      },
      {
        type: "booking.review-answer-removed",
        before: { answer: "We are very sorry" },
        after: { answer: null },
      },
    ]);
  });

  it("require an office role and an existing review", async () => {
    const booked = await reviewed();
    const answer = { answer: "From nobody", seenAt: null };
    const path = `/api/admin/bookings/${booked.bookingId}/review/answer`;
    expect((await caller.call("POST", path, answer)).status).toBe(401);
    expect((await ask(`${(await finished()).bookingId}/review/answer`, answer)).status).toBe(404);
    expect((await ask(`${randomUUID()}/review/answer/remove`, { seenAt: null })).status).toBe(404);
  });

  it("removes an answered review from the list of unanswered reviews only", async () => {
    const booked = await reviewed();
    const waiting = async () =>
      (await caller.call("GET", "/api/admin/reviews?unanswered=yes", undefined, await caller.asAdmin())).body
        .reviews as { bookingId: string }[];
    const isThere = async () => (await waiting()).some(({ bookingId }) => bookingId === booked.bookingId);
    expect(await isThere()).toBe(true);
    await ask(`${booked.bookingId}/review/answer`, { answer: "Thank you", seenAt: null });
    expect(await isThere()).toBe(false);
  });

  it("publishes an answer with its published review; the mean counts all ratings of the service", async () => {
    const service = () => findServiceReviews(caller.ctx(), "painting");
    const shown = await reviewed("painting", 5);
    await reviewed("painting", 4);
    expect(await service()).toEqual({ rating: null, count: 2, published: [], hasMore: false });
    await reviewed("painting", 5);
    await ask(`${shown.bookingId}/review`, { published: true });
    await ask(`${shown.bookingId}/review/answer`, { answer: "Thank you", seenAt: null });
    expect(await service()).toMatchObject({
      rating: 4.7,
      count: 3,
      published: [{ rating: 5, answer: "Thank you" }],
    });
    // Correcting a booking moves its review to the new service.
    await serve(shown, "plumbing");
    expect(await service()).toEqual({ rating: null, count: 2, published: [], hasMore: false });
  });

  it("published reviews have a page of their own, page by page", async () => {
    const service = "carpentry";
    const page = async (query: string) =>
      (await caller.call("GET", `/api/reviews?service=${service}&${query}`)).body as {
        reviews: { id: string; name: string; rating: number }[];
        nextCursor: string | null;
      };
    expect(await listReviewedServices(caller.ctx())).not.toContain(service);
    await reviewed(service, 1);
    const shown = [];
    for (const rating of [2, 3, 4, 5, 4, 3, 2]) {
      const booked = await reviewed(service, rating);
      await ask(`${booked.bookingId}/review`, { published: true });
      shown.push(rating);
    }
    expect(await listReviewedServices(caller.ctx())).toContain(service);
    expect(await findServiceReviews(caller.ctx(), service)).toMatchObject({ count: 8, hasMore: true });
    const first = await page("limit=4");
    const rest = await page(`limit=4&cursor=${encodeURIComponent(first.nextCursor!)}`);
    expect(rest.nextCursor).toBeNull();
    // All have the same time here, so their order is arbitrary, each once.
    const read = [...first.reviews, ...rest.reviews];
    expect(read.map(({ rating }) => rating).sort()).toEqual(shown.sort());
    expect(new Set(read.map(({ id }) => id)).size).toBe(shown.length);
    // First name only.
    expect(first.reviews[0]!.name).not.toContain(" ");
  });
});

it("technician reviews show the mean and distribution to the office", async () => {
  const id = await caller.addTechnician("Omar Saleh");
  const booked = await finished();
  await say(booked, "review", { key: booked.key, rating: 2, comment: "Slow" });
  await caller.db
    .updateTable("reviews")
    .set({ finishedByTechnicianId: id })
    .where("bookingId", "=", booked.bookingId)
    .execute();
  const { body } = await caller.call(
    "GET",
    `/api/admin/technicians/${id}/reviews`,
    undefined,
    await caller.asAdmin(),
  );
  expect(body).toMatchObject({
    rating: null,
    count: 1,
    stars: [0, 1, 0, 0, 0],
    latest: [{ reference: booked.reference, comment: "Slow" }],
  });
});

it("technician reviews list all texts page by page", async () => {
  const id = await caller.addTechnician("Sara Haddad");
  const written: string[] = [];
  for (const words of ["First", "Second", "Third"]) {
    const booked = await finished();
    await say(booked, "review", { key: booked.key, rating: 4, comment: words });
    await caller.db
      .updateTable("reviews")
      .set({ finishedByTechnicianId: id })
      .where("bookingId", "=", booked.bookingId)
      .execute();
    written.unshift(words);
  }
  const admin = await caller.asAdmin();
  const page = (cursor = "") =>
    caller.call("GET", `/api/admin/reviews?technician=${id}&limit=2&cursor=${cursor}`, undefined, admin);
  const first = (await page()).body;
  const second = (await page(first.nextCursor)).body;
  const wordsOf = ({ reviews }: { reviews: { comment: string }[] }) => reviews.map(({ comment }) => comment);
  expect([wordsOf(first), wordsOf(second)].flat().sort()).toEqual(written.toSorted());
  expect([first.reviews.length, second.reviews.length, second.nextCursor]).toEqual([2, 1, null]);
});
