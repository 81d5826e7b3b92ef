import { expect, it } from "vitest";
import { createRenderingQueue, QueueFull } from "./rendering-queue.server";

/** Renderings that the test ends in the order in which they started. */
function slowPages() {
  const render = createRenderingQueue();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (network: string, page: string) =>
    render(network, async () => {
      begun.push(page);
      await new Promise<void>((resolve) => ends.push(resolve));
      return page;
    });
  async function endOne() {
    ends.shift()!();
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { ask, begun, endOne };
}

it("renders two pages at once and the others as these end", async () => {
  const { ask, begun, endOne } = slowPages();
  const asked = ["a", "b", "c"].map((page) => ask("192.0.2.1", page));
  expect(begun).toEqual(["a", "b"]);
  await endOne();
  expect(begun).toEqual(["a", "b", "c"]);
  await endOne();
  await endOne();
  expect(await Promise.all(asked)).toEqual(["a", "b", "c"]);
});

it("alternates between networks, so that many requests of one do not delay another", async () => {
  const { ask, begun, endOne } = slowPages();
  for (let count = 0; count < 20; count++) void ask("192.0.2.1", `flood ${count}`);
  void ask("192.0.2.2", "visitor");
  await endOne();
  await endOne();
  expect(begun.slice(2)).toEqual(["flood 2", "visitor"]);
});

it("refuses more than 40 waiting pages of one network without affecting others", async () => {
  const { ask, begun } = slowPages();
  for (let count = 0; count < 42; count++) void ask("192.0.2.1", `flood ${count}`);
  await expect(ask("192.0.2.1", "too many")).rejects.toThrow(QueueFull);
  const others = ask("192.0.2.2", "visitor");
  expect(await Promise.race([others, "waits"])).toBe("waits");
  expect(begun).toHaveLength(2);
});

it("continues after a failed rendering", async () => {
  const inTurn = createRenderingQueue();
  const fail = () => inTurn("192.0.2.1", () => Promise.reject(new Error("no")));
  await Promise.allSettled(Array.from({ length: 10 }, fail));
  expect(await inTurn("192.0.2.1", async () => "a page")).toBe("a page");
});
