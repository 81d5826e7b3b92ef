import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDelayFor } from "./throttle.server";

let now = 0;
beforeEach(() => {
  now = 1_000_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

const DEFAULTS = 30_000;

it("allows a burst of 200 calls without delay, then limits to 100 per second", () => {
  const delayOf = createDelayFor(DEFAULTS);
  const delays = Array.from({ length: 300 }, () => delayOf("192.0.2.1"));
  expect(delays.filter((ms) => ms <= 0)).toHaveLength(200);
  expect(delays.slice(200).map(Math.round)).toEqual(Array.from({ length: 100 }, (_, at) => (at + 1) * 10));
  expect(delayOf("192.0.2.2")).toBeLessThanOrEqual(0);
});

it("delays a call at most ten seconds, and not at all after a pause", () => {
  const delayOf = createDelayFor(DEFAULTS);
  for (let count = 0; count < 5_000; count++) delayOf("192.0.2.1");
  expect(delayOf("192.0.2.1")).toBe(10_000);
  now += 12_000;
  expect(delayOf("192.0.2.1")).toBeLessThanOrEqual(0);
});

it("allows a burst of 40 calls even at a low rate limit", () => {
  const delayOf = createDelayFor(300);
  const delays = Array.from({ length: 41 }, () => delayOf("192.0.2.1"));
  expect(delays.map((ms) => ms <= 0)).toEqual([...Array(40).fill(true), false]);
});
