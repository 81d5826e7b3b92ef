import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { notices, passingNotices } from "./toast-store";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const titles = (store: typeof notices) => store.list().map(({ title }) => title);

describe("createToastStore", () => {
  it("keeps one important notice for about 17 minutes", () => {
    notices.show({ title: "first" });
    notices.show({ title: "second" });
    expect(titles(notices)).toEqual(["second"]);
    vi.advanceTimersByTime(15 * 60_000);
    expect(titles(notices)).toEqual(["second"]);
    vi.advanceTimersByTime(2 * 60_000);
    expect(titles(notices)).toEqual([]);
  });

  it("shows at most three passing notices for four seconds each", () => {
    for (const title of ["first", "second", "third", "fourth"]) passingNotices.show({ title });
    expect(titles(passingNotices)).toEqual(["second", "third", "fourth"]);
    vi.advanceTimersByTime(3_999);
    expect(titles(passingNotices)).toHaveLength(3);
    vi.advanceTimersByTime(1);
    expect(titles(passingNotices)).toEqual([]);
  });

  it("removes a dismissed toast and notifies subscribers once", () => {
    const listener = vi.fn();
    const id = passingNotices.show({ title: "short" });
    const unsubscribe = passingNotices.subscribe(listener);
    passingNotices.dismiss(id);
    passingNotices.dismiss(id);
    expect(titles(passingNotices)).toEqual([]);
    expect(listener).toHaveBeenCalledTimes(1);
    unsubscribe();
  });
});
