import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "../../app/platform/random";
import { rounds, seedOfRun } from "../../test/faults/rounds";
import { expect, test } from "../harness/fixture";
import { ADMIN, newDataDir, type Product, removeDataDir, startProduct } from "../harness/product";

test.use({ env: { SAMPLE_DATA: "off" } });

/**
 * Kills the product, in some rounds its database too, at random moments during bookings. Every confirmed
 * booking must exist. A retry with the same key must give exactly one booking. Each booking has its two
 * emails once, and no reference is used twice.
 */
const ROUNDS = rounds({ short: 4, long: 40 });
const PEOPLE = 6;

test("preserves each booking exactly once when the product is killed at random moments", async ({
  product,
}) => {
  test.setTimeout(120_000 + ROUNDS * 30_000);
  const random = createRandom(seedOfRun()).next;
  const { origin } = product;
  const answered = new Map<string, string>();
  const unanswered: Wish[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let alive = true;
    const working = Promise.withResolvers<void>();
    const people = Array.from({ length: PEOPLE }, async () => {
      while (alive) {
        const wish = unanswered.shift() ?? newWish();
        const reference = await book(origin, wish).catch(() => null);
        if (reference) {
          answered.set(wish.key, reference);
          working.resolve();
        } else unanswered.push(wish);
      }
    });
    await working.promise;
    await sleep(random() * 900);
    if (random() < 0.3) product.killDatabase();
    await product.kill();
    alive = false;
    await Promise.all(people);
    await product.start();
  }

  await Promise.all(
    unanswered.map(async (wish) => {
      const reference = await bookPatiently(origin, wish);
      expect(reference, "who asks again after the accident gets an answer").toBeTruthy();
      answered.set(wish.key, reference!);
    }),
  );

  const references = await allReferences(origin);
  expect(answered.size).toBeGreaterThanOrEqual(ROUNDS);
  expect(new Set(answered.values()).size, "nobody shares a booking").toBe(answered.size);
  expect(references, "every answer has its booking").toEqual(expect.arrayContaining([...answered.values()]));
  expect(new Set(references).size, "no number is given twice").toBe(references.length);

  const all = { timeout: 120_000 };
  await expect.poll(async () => (await mailsByReference(product)).size, all).toBe(references.length);
  await expect
    .poll(async () => [...(await mailsByReference(product)).values()].filter((kinds) => kinds.length !== 2), {
      message: "each booking has two mails",
      ...all,
    })
    .toEqual([]);
  for (const recipients of (await mailsByReference(product)).values()) {
    expect(new Set(recipients).size, "one to the customer, one to the office").toBe(2);
  }
});

test("reports a port in use in one line and leaves no process running", async ({ product }) => {
  const dataDir = newDataDir();
  try {
    await expect(startProduct({ dataDir, port: product.port, env: { SAMPLE_DATA: "off" } })).rejects.toThrow(
      new RegExp(`\nPORT ${product.port} is taken on 127\\.0\\.0\\.1 by another program[^\n]*\n$`),
    );
    expect(existsSync(join(dataDir, "postgres", "postmaster.pid")), "the database has stopped").toBe(false);
  } finally {
    removeDataDir(dataDir);
  }
});

interface Wish {
  key: string;
  body?: object;
}

function newWish(): Wish {
  return { key: randomUUID() };
}

/** Reference of the booking, null when rejected; throws when the connection fails. */
async function book(origin: string, wish: Wish): Promise<string | null> {
  return (await send(origin, wish)).reference ?? null;
}

/** As `book`, but retries once after the delay of a rate-limited response. */
async function bookPatiently(origin: string, wish: Wish): Promise<string | null> {
  const answer = await send(origin, wish);
  if (!answer.retryAfterSeconds) return answer.reference ?? null;
  await new Promise((resolve) => setTimeout(resolve, answer.retryAfterSeconds! * 1000));
  return book(origin, wish);
}

async function send(origin: string, wish: Wish): Promise<{ reference?: string; retryAfterSeconds?: number }> {
  // Stores the body, because a retry must send the same request.
  wish.body ??= await newBody(origin, wish.key);
  const answer = await fetch(`${origin}/api/handle-booking`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": wish.key },
    body: JSON.stringify(wish.body),
  });
  return (await answer.json()) as { reference?: string; retryAfterSeconds?: number };
}

async function newBody(origin: string, key: string): Promise<object> {
  const check = (await (await fetch(`${origin}/api/security-check`)).json()) as {
    id: string;
    a: number;
    b: number;
  };
  return {
    customerName: "Aisha Al Marri",
    email: `${key}@example.com`,
    phone: `+97150${String(Number.parseInt(key.slice(0, 8), 16) % 10_000_000).padStart(7, "0")}`,
    service: "plumbing",
    addressParts: { street: "Al Marsa Street", area: "Dubai Marina" },
    securityCheck: { id: check.id, answer: check.a + check.b },
  };
}

/** All booking references in the office list, in ascending order. */
async function allReferences(origin: string): Promise<string[]> {
  const signIn = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify(ADMIN),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((text) => text.split(";", 1)[0])
    .join("; ");
  const references: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const answer: Response = await fetch(`${origin}/api/admin/bookings?limit=100&cursor=${cursor}`, {
      headers: { cookie },
    });
    const page = (await answer.json()) as { bookings: { reference: string }[]; nextCursor: string | null };
    references.push(...page.bookings.map(({ reference }) => reference));
    cursor = page.nextCursor;
  }
  return references.sort();
}

/** Recipients of the emails of each booking. */
async function mailsByReference(product: Product): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const mail of await product.mails()) {
    const reference = /BK-\d{4}-\d{6}/.exec(`${mail.subject} ${mail.text}`)?.[0] ?? "none";
    found.set(reference, [...(found.get(reference) ?? []), mail.to?.[0]?.address ?? ""]);
  }
  return found;
}
