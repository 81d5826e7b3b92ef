import { afterAll, beforeAll, expect, it } from "vitest";
import { type Booked, type Caller, createCaller } from "../../../test/harness/booking-caller";

/** What the holder of a mailed link says about finished work; the signed-in customer is in accounts/api/own-account.test.ts. */

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
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
const say = ({ reference }: Booked, what: "review" | "revisit", body: object) =>
  caller.call("POST", `/api/bookings/${reference}/${what}`, body);

it("a guest reviews finished work and asks for a visit under the warranty, by the mailed link", async () => {
  const booked = await finished();
  const { key } = booked;
  expect((await afterCompletion(booked, key)).body).toMatchObject({ canReview: true, canAskRevisit: true });
  const reviewed = await say(booked, "review", { key, rating: 5, words: "On time" });
  expect(reviewed).toMatchObject({ status: 200, body: { review: { rating: 5 }, canReview: false } });
  expect((await say(booked, "review", { key, rating: 1, words: "" })).body.reason).toBe("wrong-state");
  const asked = await say(booked, "revisit", { key, words: "It drips again" });
  expect(asked).toMatchObject({ status: 200, body: { canAskRevisit: false } });
});

it("to book again, the link shows no more of a person than the page of the booking does", async () => {
  const booked = await finished();
  const { bookAgain } = (await afterCompletion(booked, booked.key)).body;
  expect(bookAgain).toMatchObject({ service: "plumbing" });
  expect(bookAgain).not.toHaveProperty("email");
  expect(bookAgain).not.toHaveProperty("phone");
});

it("without the key, or with another's, there is nothing to say", async () => {
  const [mine, other] = [await finished(), await finished()];
  for (const key of ["", "x", other.key]) {
    expect((await afterCompletion(mine, key)).status).toBe(404);
    expect((await say(mine, "review", { key, rating: 1, words: "" })).status).toBe(404);
    expect((await say(mine, "revisit", { key, words: "Again" })).status).toBe(404);
  }
  expect((await afterCompletion(mine, mine.key)).body).toMatchObject({ review: null, revisitAskedAt: null });
});
