import { expect, it } from "vitest";
import { loadScript } from "./script-loader";

/** Script insertion that fails the given number of times and records its calls. */
function flaky(failures: number) {
  const asked: string[] = [];
  const waits: number[] = [];
  return {
    asked,
    waits,
    insert: async (src: string) => {
      asked.push(src);
      if (asked.length <= failures) throw new Error("no such host");
    },
    wait: async (ms: number) => {
      waits.push(ms);
    },
  };
}

it("loads at once without failures", async () => {
  const page = flaky(0);
  await loadScript("https://maps.example/js", page);
  expect(page.asked).toEqual(["https://maps.example/js"]);
  expect(page.waits).toEqual([]);
});

it("retries up to three times with growing delays", async () => {
  const page = flaky(3);
  await loadScript("https://maps.example/js", page);
  expect(page.asked).toHaveLength(4);
  expect(page.waits).toEqual([1_000, 2_000, 4_000]);
});

it("rejects after the third retry", async () => {
  const page = flaky(4);
  await expect(loadScript("https://maps.example/js", page)).rejects.toThrow("no such host");
  expect(page.asked).toHaveLength(4);
});
