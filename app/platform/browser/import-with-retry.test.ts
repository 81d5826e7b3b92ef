import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { importWithRetry } from "./import-with-retry";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv("SSR", false);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const refused = new TypeError("Failed to fetch dynamically imported module");

/** Fails `failures` times before it succeeds. */
function loadAfter(failures: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw refused;
    return "loaded";
  });
  return load;
}

describe("importWithRetry", () => {
  it("retries a failed import with growing pauses", async () => {
    const load = loadAfter(2);
    const loaded = importWithRetry(load);
    await vi.advanceTimersByTimeAsync(999);
    expect(load).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await loaded).toBe("loaded");
    expect(load).toHaveBeenCalledTimes(3);
  });

  it("throws the error after four attempts", async () => {
    const load = loadAfter(Number.POSITIVE_INFINITY);
    const loaded = importWithRetry(load);
    const refusal = expect(loaded).rejects.toBe(refused);
    await vi.advanceTimersByTimeAsync(60_000);
    await refusal;
    expect(load).toHaveBeenCalledTimes(4);
  });
});
