import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { importWithRetry } from "./import-with-retry";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv("SSR", false);
  vi.stubGlobal("window", Object.assign(new EventTarget(), { __reactRouterManifest: { version: "1" } }));
  vi.stubGlobal("fetch", answerWith({}));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** Answers the check of the page's version. */
function answerWith(headers: Record<string, string>) {
  return async () => new Response(null, { status: 204, headers });
}

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

  // Last, because a page stays outdated.
  it("does not wait for a file that a new version of the server no longer has", async () => {
    vi.stubGlobal("fetch", answerWith({ "X-Remix-Reload-Document": "true" }));
    const load = loadAfter(Number.POSITIVE_INFINITY);
    await expect(importWithRetry(load)).rejects.toBe(refused);
    expect(load).toHaveBeenCalledTimes(1);
  });
});
