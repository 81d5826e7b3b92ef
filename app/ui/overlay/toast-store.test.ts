import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { notices, passingNotices } from "./toast-store";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const titles = (store: typeof notices) => store.list().map(({ title }) => title);

describe("toasts", () => {
  it("shows one notice at a time, for a very long time", () => {
    notices.show({ title: "first" });
    notices.show({ title: "second" });
    expect(titles(notices)).toEqual(["second"]);
    vi.advanceTimersByTime(15 * 60_000);
    expect(titles(notices)).toEqual(["second"]);
    vi.advanceTimersByTime(2 * 60_000);
    expect(titles(notices)).toEqual([]);
  });

  it("shows up to three passing notices, four seconds each", () => {
    for (const title of ["first", "second", "third", "fourth"]) passingNotices.show({ title });
    expect(titles(passingNotices)).toEqual(["second", "third", "fourth"]);
    vi.advanceTimersByTime(3_999);
    expect(titles(passingNotices)).toHaveLength(3);
    vi.advanceTimersByTime(1);
    expect(titles(passingNotices)).toEqual([]);
  });

  it("takes away what is dismissed, and tells whoever listens once", () => {
    const told = vi.fn();
    const id = passingNotices.show({ title: "short" });
    const stop = passingNotices.subscribe(told);
    passingNotices.dismiss(id);
    passingNotices.dismiss(id);
    expect(titles(passingNotices)).toEqual([]);
    expect(told).toHaveBeenCalledTimes(1);
    stop();
  });
});
