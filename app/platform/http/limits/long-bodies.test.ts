import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createTestApp, ORIGIN, type TestApp } from "../../../../test/harness/http-app";

/** What is read of bodies that never end: what is read is in memory. */

const MANY = 60;
const LONG_BYTES = 100_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ TRUST_PROXY: "1" });
});
afterAll(() => app.close());

/** The bodies that somebody reads of. */
let begun = new Set<ReadableStreamDefaultController>();
let answers: Promise<Response>[] = [];
afterEach(async () => {
  // Those that waited begin as others end.
  while (begun.size > 0) {
    for (const body of begun) body.close();
    begun = new Set();
    await sleep(50);
  }
  await Promise.allSettled(answers);
  answers = [];
});

function send(
  path: string,
  { announced, from = "203.0.113.9", Cookie = "" }: { announced?: number; from?: string; Cookie?: string },
): void {
  const body = new ReadableStream(
    {
      pull(controller) {
        if (!begun.has(controller)) controller.enqueue(new TextEncoder().encode("{"));
        begun.add(controller);
      },
    },
    // Nothing before it is asked for.
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

async function expectBegun(count: number): Promise<void> {
  await expect.poll(() => begun.size).toBe(count);
  await sleep(100);
  expect(begun.size).toBe(count);
}

it.each([
  ["/api/contact/messages", LONG_BYTES],
  ["/api/contact/messages", undefined],
  ["/api/pictures", LONG_BYTES],
  ["/api/pictures", undefined],
  ["/api/admin/imports/customers", undefined],
  ["/contact", undefined],
] as const)("three of one client are read at once: %s, of a length of %s", async (path, announced) => {
  for (let count = 0; count < MANY; count++) send(path, { announced });
  await expectBegun(3);
});

it("whoever is not signed in is not read at all where only the office may send", async () => {
  for (let count = 0; count < MANY; count++)
    send("/api/admin/imports/customers", { announced: LONG_BYTES, from: `203.0.${count}.9` });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(begun.size).toBe(0);
});

it("twenty pictures of all strangers are read at once, and those of a person meanwhile", async () => {
  for (let count = 0; count < MANY; count++)
    send("/api/pictures", { announced: LONG_BYTES, from: `203.0.${count}.9` });
  await expectBegun(20);
  const person = { email: "noura@example.com", password: "a password of Noura" };
  await app.addUser(person);
  send("/api/pictures", { announced: LONG_BYTES, Cookie: await app.signIn(person) });
  await expectBegun(21);
});

it("thirty of all strangers are read at once, and whoever sends a form, or is signed in, waits for none of them", async () => {
  for (let count = 0; count < MANY; count++)
    send("/api/contact/messages", { announced: LONG_BYTES, from: `203.0.${count}.9` });
  await expectBegun(30);

  const write = async (from: string, Cookie = "", words = "a") => {
    const headers = { "X-Forwarded-For": from, Cookie, "Content-Length": String(words.length + 12) };
    return (await app.post("/api/contact/messages", { words }, headers)).status;
  };
  // Of a network that sends them, and of another.
  for (const from of ["203.0.7.9", "198.51.100.1"]) expect(await write(from)).toBe(400);
  const person = { email: "lina@example.com", password: "a password of Lina" };
  await app.addUser(person);
  expect(await write("203.0.7.9", await app.signIn(person), "a".repeat(LONG_BYTES))).toBe(400);
});
