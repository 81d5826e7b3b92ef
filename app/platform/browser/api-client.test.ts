import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
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

describe("a server that never answers", () => {
  const realFetch = fetch;
  const realTimeout = AbortSignal.timeout.bind(AbortSignal);
  const server = createServer(() => {});
  beforeEach(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    fetched.mockImplementationOnce((path, init) => realFetch(`http://127.0.0.1:${port}${path}`, init));
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => realTimeout(50));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it("ends a change after 30 seconds with a message", async () => {
    const sent = bookings.send("/bookings/{reference}/review", { reference: "A", rating: 5 }, "a key");
    await expect(sent).rejects.toMatchObject({ status: 0, message: m.common_no_answer() });
    // One millisecond for each ten bytes of the body.
    expect(AbortSignal.timeout).toHaveBeenLastCalledWith(30_002);
  });

  it("ends a read after 30 seconds, also for callers with a signal of their own", async () => {
    const { signal } = new AbortController();
    const read = bookings.get("/bookings/{reference}/photos", { reference: "A" }, signal);
    await expect(read).rejects.toMatchObject({ status: 0, message: m.common_no_answer() });
    expect(AbortSignal.timeout).toHaveBeenLastCalledWith(30_000);
  });
});

it("reports nothing about an abandoned call", async () => {
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
