import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { endpoints, get, okResponse, post, respondOk } from "../http/endpoint.server";
import { callsOf } from "./calls";

const api = endpoints("booking", [
  get("/bookings/{reference}/photos", {
    may: "website.use",
    summary: "Photos",
    params: { reference: z.string() },
    query: z.object({ max: z.optional(z.string()) }),
    answer: z.object({ photos: z.array(z.string()) }),
    run: () => ({ photos: [] }),
  }),
  post("/bookings/{reference}/review", {
    may: "website.use",
    summary: "Review",
    params: { reference: z.string() },
    body: z.object({ rating: z.int() }),
    answer: okResponse,
    run: () => ({ ok: true as const }),
    reply: respondOk,
  }),
]);
const bookings = callsOf<typeof api>();

const fetched = vi.fn(async (_path: string, _init: RequestInit) =>
  Response.json({ success: true, photos: [] }),
);
beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  fetched.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

it("puts the parts of the path where they belong, and the rest into the query", async () => {
  await bookings.get("/bookings/{reference}/photos", { reference: "A/B 1", max: "3" });
  expect(fetched.mock.lastCall![0]).toBe("/api/bookings/A%2FB%201/photos?most=3");
});

it("or into the body, under the key that it is given", async () => {
  await bookings.send("/bookings/{reference}/review", { reference: "A", rating: 5 }, "a key");
  const [path, { body, headers }] = fetched.mock.lastCall!;
  expect({ path, body }).toEqual({ path: "/api/bookings/A/review", body: '{"rating":5}' });
  expect(headers).toMatchObject({ "Idempotency-Key": "a key" });
});

it("knows neither another path nor another field", async () => {
  // @ts-expect-error There is no such path.
  await bookings.get("/bookings/{reference}/pictures", { reference: "A" });
  // @ts-expect-error Its body has no such field.
  await bookings.send("/bookings/{reference}/review", { reference: "A", stars: 5 });
  const { photos } = await bookings.get("/bookings/{reference}/photos", { reference: "A" });
  // @ts-expect-error They are words.
  expect(photos satisfies number[]).toEqual([]);
});
