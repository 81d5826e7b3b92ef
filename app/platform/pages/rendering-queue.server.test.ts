import { expect, it } from "vitest";
import { createRenderingQueue, QueueFull } from "./rendering-queue.server";

/** Renderings that the test ends in the order in which they started. */
function slowPages() {
  const render = createRenderingQueue();
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const request = (network: string, page: string) =>
    render(network, async () => {
      started.push(page);
      await new Promise<void>((resolve) => ends.push(resolve));
      return page;
    });
  async function endOne() {
    ends.shift()!();
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { request, started, endOne };
}

it("renders two pages at a time and queues the others", async () => {
  const { request, started, endOne } = slowPages();
  const responses = ["a", "b", "c"].map((page) => request("192.0.2.1", page));
  expect(started).toEqual(["a", "b"]);
  await endOne();
  expect(started).toEqual(["a", "b", "c"]);
  await endOne();
  await endOne();
  expect(await Promise.all(responses)).toEqual(["a", "b", "c"]);
});

it("alternates between networks, so that many requests of one do not delay another", async () => {
  const { request, started, endOne } = slowPages();
  for (let count = 0; count < 20; count++) void request("192.0.2.1", `flood ${count}`);
  void request("192.0.2.2", "visitor");
  await endOne();
  await endOne();
  expect(started.slice(2)).toEqual(["flood 2", "visitor"]);
});

it("refuses more than 40 waiting pages of one network without affecting others", async () => {
  const { request, started } = slowPages();
  for (let count = 0; count < 42; count++) void request("192.0.2.1", `flood ${count}`);
  await expect(request("192.0.2.1", "too many")).rejects.toThrow(QueueFull);
  const visitorPage = request("192.0.2.2", "visitor");
  expect(await Promise.race([visitorPage, "waits"])).toBe("waits");
  expect(started).toHaveLength(2);
});

it("continues after a failed rendering", async () => {
  const enqueue = createRenderingQueue();
  const fail = () => enqueue("192.0.2.1", () => Promise.reject(new Error("no")));
  await Promise.allSettled(Array.from({ length: 10 }, fail));
  expect(await enqueue("192.0.2.1", async () => "a page")).toBe("a page");
});
