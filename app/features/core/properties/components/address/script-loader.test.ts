import { expect, it } from "vitest";
import { loadScript } from "./script-loader";

function createFlakyLoader(failures: number) {
  const attempts: string[] = [];
  const waits: number[] = [];
  return {
    attempts,
    waits,
    insert: async (src: string) => {
      attempts.push(src);
      if (attempts.length <= failures) throw new Error("no such host");
    },
    wait: async (ms: number) => {
      waits.push(ms);
    },
  };
}

it("loads at once without failures", async () => {
  const page = createFlakyLoader(0);
  await loadScript("https://maps.example/js", page);
  expect(page.attempts).toEqual(["https://maps.example/js"]);
  expect(page.waits).toEqual([]);
});

it("retries up to three times with growing delays", async () => {
  const page = createFlakyLoader(3);
  await loadScript("https://maps.example/js", page);
  expect(page.attempts).toHaveLength(4);
  expect(page.waits).toEqual([1_000, 2_000, 4_000]);
});

it("rejects after the third retry", async () => {
  const page = createFlakyLoader(4);
  await expect(loadScript("https://maps.example/js", page)).rejects.toThrow("no such host");
  expect(page.attempts).toHaveLength(4);
});
