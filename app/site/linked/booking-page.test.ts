import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, createCaller } from "../../../test/harness/booking-caller";
import { realPages } from "../../../test/harness/real-pages";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller({}, { pages: await realPages(), built: "public" });
});
afterAll(() => caller.close());

it("shows a booking to whoever holds its key, and to nobody after them who does not", async () => {
  const { reference, key } = await caller.book();
  const pageWith = async (search: string) =>
    (await caller.http.request(`/bookings/${reference}${search}`)).text();
  expect(await pageWith(`?key=${key}`)).toContain("Al Marsa Street");
  for (const search of ["", "?key=", "?key=wrong"]) {
    expect(await pageWith(search)).not.toMatch(/Al Marsa Street|Aisha/);
  }
  expect(await pageWith(`?key=${key}`)).toContain("Al Marsa Street");
  const answer = await caller.http.request(`/bookings/${reference}?key=${key}`);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
});
