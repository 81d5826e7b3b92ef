import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { m } from "~/paraglide/messages";
import { createRandom } from "../../app/platform/random";
import { rounds, seedOfRun } from "../../test/faults/rounds";
import { expect, test } from "../harness/fixture";
import { ADMIN, newDataDir, type Product, removeDataDir, startProduct } from "../harness/product";

// Its own product, because every email is counted.
test.use({ env: { SAMPLE_DATA: "off" } });

/** Subjects of emails to the office that belong to no booking. */
const OTHER_SUBJECTS = [m.mail_backup_failed_subject(), m.mail_backup_late_subject()];

/**
 * Kills the product, in some rounds its database too, at random moments during bookings. Every confirmed
 * booking must exist. A retry with the same key must give exactly one booking. Each booking has its two
 * emails once, and no reference is used twice.
 */
const ROUNDS = rounds({ short: 4, long: 40 });
const VISITORS = 6;

test("preserves each booking exactly once when the product is killed at random moments @long", async ({
  product,
}) => {
  test.setTimeout(120_000 + ROUNDS * 30_000);
  const random = createRandom(seedOfRun()).next;
  const { origin } = product;
  const confirmedReferences = new Map<string, string>();
  const openRequests: BookingRequest[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let isAlive = true;
    const firstBooking = Promise.withResolvers<void>();
    const visitors = Array.from({ length: VISITORS }, async () => {
      while (isAlive) {
        const request = openRequests.shift() ?? newBookingRequest();
        const reference = await book(origin, request).catch(() => null);
        if (reference) {
          confirmedReferences.set(request.key, reference);
          firstBooking.resolve();
        } else openRequests.push(request);
      }
    });
    await firstBooking.promise;
    await sleep(random() * 900);
    if (random() < 0.3) product.killDatabase();
    await product.kill();
    isAlive = false;
    await Promise.all(visitors);
    await product.start();
  }

  await Promise.all(
    openRequests.map(async (request) => {
      const reference = await bookWithRetry(origin, request);
      expect(reference, "the retry after the crash gets an answer").toBeTruthy();
      confirmedReferences.set(request.key, reference!);
    }),
  );

  const references = await listReferences(origin);
  expect(confirmedReferences.size).toBeGreaterThanOrEqual(ROUNDS);
  expect(new Set(confirmedReferences.values()).size, "each request has its own booking").toBe(
    confirmedReferences.size,
  );
  expect(references, "every confirmed booking exists").toEqual(
    expect.arrayContaining([...confirmedReferences.values()]),
  );
  expect(new Set(references).size, "references are unique").toBe(references.length);

  const pollOptions = { timeout: 120_000 };
  await expect
    .poll(async () => (await recipientsByReference(product)).size, pollOptions)
    .toBe(references.length);
  await expect
    .poll(
      async () =>
        [...(await recipientsByReference(product)).values()].filter((recipients) => recipients.length !== 2),
      {
        message: "each booking has two emails",
        ...pollOptions,
      },
    )
    .toEqual([]);
  for (const recipients of (await recipientsByReference(product)).values()) {
    expect(new Set(recipients).size, "one to the customer, one to the office").toBe(2);
  }
  for (const email of (await product.emails()).filter((email) => !referenceOf(email))) {
    expect(OTHER_SUBJECTS, "only a failed backup is reported besides").toContain(email.subject);
    expect(email.to).toEqual([expect.objectContaining({ address: ADMIN.email })]);
  }
});

test("reports a port in use in one line and leaves no process running @long", async ({ product }) => {
  const dataDir = newDataDir();
  try {
    await expect(startProduct({ dataDir, port: product.port, env: { SAMPLE_DATA: "off" } })).rejects.toThrow(
      new RegExp(`\nPORT ${product.port} is in use on 127\\.0\\.0\\.1 by another program[^\n]*\n$`),
    );
    expect(existsSync(join(dataDir, "postgres", "postmaster.pid")), "the database has stopped").toBe(false);
  } finally {
    removeDataDir(dataDir);
  }
});

interface BookingRequest {
  key: string;
  body?: object;
}

function newBookingRequest(): BookingRequest {
  return { key: randomUUID() };
}

/** Reference of the booking, null when rejected; throws when the connection fails. */
async function book(origin: string, request: BookingRequest): Promise<string | null> {
  return (await send(origin, request)).reference ?? null;
}

/** Like `book`, but retries once after the delay of a rate-limited response. */
async function bookWithRetry(origin: string, request: BookingRequest): Promise<string | null> {
  const answer = await send(origin, request);
  if (!answer.retryAfterSeconds) return answer.reference ?? null;
  await new Promise((resolve) => setTimeout(resolve, answer.retryAfterSeconds! * 1000));
  return book(origin, request);
}

async function send(
  origin: string,
  request: BookingRequest,
): Promise<{ reference?: string; retryAfterSeconds?: number }> {
  // Stores the body, because a retry must send the same request.
  request.body ??= await createRequestBody(origin, request.key);
  const answer = await fetch(`${origin}/api/handle-booking`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": request.key },
    body: JSON.stringify(request.body),
  });
  return (await answer.json()) as { reference?: string; retryAfterSeconds?: number };
}

async function createRequestBody(origin: string, key: string): Promise<object> {
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
async function listReferences(origin: string): Promise<string[]> {
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

const referenceOf = ({ subject, text }: { subject?: string; text?: string }) =>
  /BK-\d{4}-\d{6}/.exec(`${subject} ${text}`)?.[0];

/** Recipients of the emails of each booking. */
async function recipientsByReference(product: Product): Promise<Map<string, string[]>> {
  const recipientsByReference = new Map<string, string[]>();
  for (const email of await product.emails()) {
    const reference = referenceOf(email);
    if (!reference) continue;
    recipientsByReference.set(reference, [
      ...(recipientsByReference.get(reference) ?? []),
      email.to?.[0]?.address ?? "",
    ]);
  }
  return recipientsByReference;
}
