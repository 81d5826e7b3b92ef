import { describe, expect, it } from "vitest";
import { createFairQueue, QueueFull, type Turn } from "./fair-queue";

const LIMITS = { concurrency: 2, maxPerClient: 40, maxWaiting: 60 };

/** Tasks that the test ends in the order in which they started. */
function slowTasks(limits = LIMITS) {
  const enqueue = createFairQueue(limits);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const request = (client: string, name: string, turn: Omit<Turn, "client"> = {}) =>
    enqueue({ client, ...turn }, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  async function endOne() {
    ends.shift()!();
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { request, started, endOne };
}

describe("createFairQueue", () => {
  it("runs two tasks at a time and queues the others", async () => {
    const { request, started, endOne } = slowTasks();
    const responses = ["a", "b", "c"].map((name) => request("192.0.2.1", name));
    expect(started).toEqual(["a", "b"]);
    await endOne();
    expect(started).toEqual(["a", "b", "c"]);
    await endOne();
    await endOne();
    expect(await Promise.all(responses)).toEqual(["a", "b", "c"]);
  });

  it("alternates between clients, so that many tasks of one do not delay another", async () => {
    const { request, started, endOne } = slowTasks();
    for (let count = 0; count < 20; count++) void request("192.0.2.1", `flood ${count}`);
    void request("192.0.2.2", "visitor");
    await endOne();
    await endOne();
    expect(started.slice(2)).toEqual(["flood 2", "visitor"]);
  });

  it("runs tasks with priority before those that wait without it", async () => {
    const { request, started, endOne } = slowTasks();
    for (let count = 0; count < 6; count++) void request(`192.0.2.${count}`, `stranger ${count}`);
    void request("office", "invoice", { hasPriority: true });
    await endOne();
    expect(started.slice(2)).toEqual(["invoice"]);
  });

  it("refuses more than 40 waiting tasks of a client without affecting others", async () => {
    const { request, started } = slowTasks();
    for (let count = 0; count < 42; count++) void request("192.0.2.1", `flood ${count}`);
    await expect(request("192.0.2.1", "too many")).rejects.toMatchObject({ name: "QueueFull", of: "client" });
    const visitor = request("192.0.2.2", "visitor");
    expect(await Promise.race([visitor, "waits"])).toBe("waits");
    expect(started).toHaveLength(2);
  });

  it("refuses tasks beyond the total", async () => {
    const { request } = slowTasks();
    for (let count = 0; count < 62; count++) void request(`192.0.2.${count}`, `flood ${count}`);
    await expect(request("192.0.9.9", "too many")).rejects.toMatchObject({ of: "all" });
  });

  it("forgets the waiting tasks of clients that disconnect", async () => {
    const { request, started, endOne } = slowTasks({ ...LIMITS, concurrency: 1, maxWaiting: 1 });
    void request("192.0.2.1", "first");
    const client = new AbortController();
    const gone = request("192.0.2.2", "gone", { signal: client.signal });
    client.abort();
    await expect(gone).rejects.toThrow("aborted");
    void request("192.0.2.3", "last");
    await endOne();
    expect(started).toEqual(["first", "last"]);
  });

  it("continues after a failed task", async () => {
    const enqueue = createFairQueue(LIMITS);
    const fail = () => enqueue({ client: "192.0.2.1" }, () => Promise.reject(new Error("no")));
    await Promise.allSettled(Array.from({ length: 10 }, fail));
    expect(await enqueue({ client: "192.0.2.1" }, async () => "a page")).toBe("a page");
    await expect(enqueue({ client: "192.0.2.1" }, fail)).rejects.not.toThrow(QueueFull);
  });
});
