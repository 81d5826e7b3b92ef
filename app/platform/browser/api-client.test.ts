import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { endpoints, get, okResponse, post, respondOk } from "../http/endpoint.server";
import { apiClient } from "./api-client";

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
const bookings = apiClient<typeof api>();

const fetched = vi.fn(async (_path: string, _init: RequestInit) =>
  Response.json({ success: true, photos: [] }),
);
beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  fetched.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

it("puts path parameters into the path and the rest into the query", async () => {
  await bookings.get("/bookings/{reference}/photos", { reference: "A/B 1", max: "3" });
  expect(fetched.mock.lastCall![0]).toBe("/api/bookings/A%2FB%201/photos?max=3");
});

it("puts the rest into the body and sends the idempotency key", async () => {
  await bookings.send("/bookings/{reference}/review", { reference: "A", rating: 5 }, "a key");
  const [path, { body, headers }] = fetched.mock.lastCall!;
  expect({ path, body }).toEqual({ path: "/api/bookings/A/review", body: '{"rating":5}' });
  expect(headers).toMatchObject({ "Idempotency-Key": "a key" });
});

it("reports a read that took too long as unreachable, and nothing about an abandoned one", async () => {
  fetched.mockRejectedValueOnce(new DOMException("", "TimeoutError"));
  await expect(bookings.get("/bookings/{reference}/photos", { reference: "A" })).rejects.toMatchObject({
    reason: "offline",
  });
  expect(fetched.mock.lastCall![1].signal).toBeInstanceOf(AbortSignal);
  fetched.mockRejectedValueOnce(new DOMException("", "AbortError"));
  const abandoned = bookings.get("/bookings/{reference}/photos", { reference: "A" }, AbortSignal.abort());
  await expect(abandoned).rejects.toMatchObject({ name: "AbortError" });
});

it("rejects unknown paths and fields at compile time", async () => {
  // @ts-expect-error Unknown path.
  await bookings.get("/bookings/{reference}/pictures", { reference: "A" });
  // @ts-expect-error Unknown field of the body.
  await bookings.send("/bookings/{reference}/review", { reference: "A", stars: 5 });
  const { photos } = await bookings.get("/bookings/{reference}/photos", { reference: "A" });
  // @ts-expect-error Strings, not numbers.
  expect(photos satisfies number[]).toEqual([]);
});
