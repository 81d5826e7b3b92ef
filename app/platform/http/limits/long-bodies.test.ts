import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createRandom } from "~/platform/random";
import { casesForRun, seedOfRun } from "../../../../test/faults/rounds";
import { createTestApp, ORIGIN, type TestApp } from "../../../../test/harness/http-app";

/** Limits of concurrently read bodies, because read bodies are in memory. */

const MANY = 60;
const LONG_BYTES = 100_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ TRUST_PROXY: "1" });
});
afterAll(() => app.close());

/** Bodies that a request is reading. */
const started = new Set<ReadableStreamDefaultController>();
let answers: Promise<Response>[] = [];
/** Ends the bodies that start from now on, because waiting bodies start when others end. */
let isEnding = false;
afterEach(async () => {
  isEnding = true;
  for (const body of started) body.close();
  await Promise.allSettled(answers);
  isEnding = false;
  started.clear();
  answers = [];
});

function send(
  path: string,
  { announced, from = "203.0.113.9", Cookie = "" }: { announced?: number; from?: string; Cookie?: string },
): void {
  const body = new ReadableStream(
    {
      pull(controller) {
        if (isEnding) return controller.close();
        if (!started.has(controller)) controller.enqueue(new TextEncoder().encode("{"));
        started.add(controller);
      },
    },
    // Produces nothing before it is read.
    { highWaterMark: 0 },
  );
  const length: Record<string, string> = announced
    ? { "Content-Length": String(announced) }
    : { "Transfer-Encoding": "chunked" };
  const headers = {
    ...{ "Content-Type": "application/json", Origin: ORIGIN, "X-Forwarded-For": from, Cookie },
    ...length,
  };
  const init = { method: "POST", headers, body, duplex: "half" };
  answers.push(Promise.resolve(app.http.request(path, init as RequestInit)));
}

async function expectStarted(count: number): Promise<void> {
  await expect.poll(() => started.size).toBe(count);
  await sleep(100);
  expect(started.size).toBe(count);
}

const longBodies = [
  ["/api/contact/messages", LONG_BYTES],
  ["/api/contact/messages", undefined],
  ["/api/pictures", LONG_BYTES],
  ["/api/pictures", undefined],
  ["/api/admin/imports/customers", undefined],
  ["/contact", undefined],
] as const;
it.each(casesForRun(longBodies, createRandom(seedOfRun()), 2))(
  "reads three long bodies per client at a time: %s, Content-Length %s",
  async (path, announced) => {
    for (let count = 0; count < MANY; count++) send(path, { announced });
    await expectStarted(3);
  },
);

it("rejects visitors on office endpoints without reading their bodies", async () => {
  for (let count = 0; count < MANY; count++)
    send("/api/admin/imports/customers", { announced: LONG_BYTES, from: `203.0.${count}.9` });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(started.size).toBe(0);
});

it("reads twenty pictures of visitors at a time, without delaying signed-in users", async () => {
  for (let count = 0; count < MANY; count++)
    send("/api/pictures", { announced: LONG_BYTES, from: `203.0.${count}.9` });
  await expectStarted(20);
  const person = { email: "noura@example.com", password: "a password of Noura" };
  await app.addUser(person);
  send("/api/pictures", { announced: LONG_BYTES, Cookie: await app.signIn(person) });
  await expectStarted(21);
});

it("reads thirty long bodies of visitors at a time, without delaying forms and signed-in users", async () => {
  for (let count = 0; count < MANY; count++)
    send("/api/contact/messages", { announced: LONG_BYTES, from: `203.0.${count}.9` });
  await expectStarted(30);

  const write = async (from: string, Cookie = "", text = "a") => {
    const headers = { "X-Forwarded-For": from, Cookie, "Content-Length": String(text.length + 12) };
    return (await app.post("/api/contact/messages", { words: text }, headers)).status;
  };
  // From the attacking network and another one.
  for (const from of ["203.0.7.9", "198.51.100.1"]) expect(await write(from)).toBe(400);
  const person = { email: "lina@example.com", password: "a password of Lina" };
  await app.addUser(person);
  expect(await write("203.0.7.9", await app.signIn(person), "a".repeat(LONG_BYTES))).toBe(400);
});
