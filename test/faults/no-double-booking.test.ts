import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, dubaiDate, dubaiInstant } from "~/platform/time";
import { seed } from "../../db/seed/seed.server";
import { createTestApp, type TestApp } from "../harness/http-app";
import { isLongRun, rounds } from "./rounds";

/**
 * Concurrent HTTP requests for one slot, more than a process has database connections, in many rounds, under
 * `npm run test:all` on both databases. Some book a longer service that overlaps. Exactly as many as there are free
 * technicians succeed; the others are refused and offered other times.
 */
const CONCURRENT_REQUESTS = rounds({ short: 24, long: 50 });
const TECHNICIANS = 4;
/** Each round has a different number of free technicians: every number from one to all at least once. */
const ROUNDS = rounds({ short: TECHNICIANS, long: 100 });

/** All of these contain 10:30, so no technician can do two of them. */
const OVERLAPPING_REQUESTS = [
  { service: "plumbing", preferredTime: "10:00" },
  { service: "plumbing", preferredTime: "10:00" },
  { service: "plumbing", preferredTime: "10:00" },
  { service: "hvac", preferredTime: "09:00" },
  { service: "hvac", preferredTime: "10:00" },
];

const servers = ["embedded", "external"] as const;
describe.each(isLongRun ? servers : servers.slice(0, 1))(
  "concurrent bookings on the %s database",
  (server) => {
    let app: TestApp;
    let origin: string;
    let close: () => void;

    beforeAll(async () => {
      app = await createTestApp({}, { server });
      await seed({ db: app.db, config: { ...app.config, sampleData: false } });
      await app.db.updateTable("publicHolidays").set({ open: true }).execute();
      for (let number = 0; number < TECHNICIANS; number++) await addTechnician(app, number);
      const listening = serve({ fetch: app.http.fetch, port: 0, hostname: "127.0.0.1" });
      await new Promise((resolve) => listening.once("listening", resolve));
      origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
      close = () => listening.close();
    });

    afterAll(async () => {
      close?.();
      await app?.close();
    });

    test(`gives one slot to as many of ${CONCURRENT_REQUESTS} requests as technicians are free, ${ROUNDS} rounds`, {
      timeout: 60_000 + ROUNDS * 10_000,
    }, async () => {
      const firstDay = addDays(dubaiDate(new Date()), 2);
      for (let round = 0; round < ROUNDS; round++) {
        const day = addDays(firstDay, round);
        const freeTechnicians = 1 + (round % TECHNICIANS);
        await addTimeOff(app, TECHNICIANS - freeTechnicians, day);
        const answers = await Promise.all(
          Array.from({ length: CONCURRENT_REQUESTS }, (_, index) =>
            book(origin, day, round * CONCURRENT_REQUESTS + index),
          ),
        );
        const statuses = answers.map(({ status }) => status);
        const unexpected = answers.filter(({ status }) => status !== 200 && status !== 409);
        expect({ round, unexpected }).toEqual({ round, unexpected: [] });
        expect({ round, booked: statuses.filter((status) => status === 200).length }).toEqual({
          round,
          booked: freeTechnicians,
        });
        for (const { status, body } of answers) {
          if (status === 409)
            expect(body).toMatchObject({ reason: "slot-taken", alternatives: { length: 3 } });
        }
      }
      await expectConsistentRecords(app);
    });
  },
);

async function addTechnician(app: TestApp, number: number): Promise<void> {
  const { id } = await app.db
    .insertInto("technicians")
    .values({
      name: `Technician ${number}`,
      email: `technician-${number}@example.com`,
      phone: `+97150000000${number}`,
      createdAt: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("technicianSkills")
    .values(["plumbing", "hvac"].map((serviceId) => ({ technicianId: id, serviceId })))
    .execute();
  await app.db
    .insertInto("shifts")
    .values(
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ technicianId: id, weekday, startMin: 480, endMin: 1200 })),
    )
    .execute();
}

/** Gives some of the technicians the day off. */
async function addTimeOff(app: TestApp, count: number, day: string): Promise<void> {
  if (count === 0) return;
  const start = dubaiInstant(day, "00:00");
  const end = dubaiInstant(addDays(day, 1), "00:00");
  await sql`INSERT INTO time_off (technician_id, during)
    SELECT id, tstzrange(${start}, ${end}) FROM technicians ORDER BY name LIMIT ${count}`.execute(app.db);
}

async function book(
  origin: string,
  day: string,
  requestNumber: number,
): Promise<{ status: number; body: object }> {
  const check = await fetch(`${origin}/api/security-check`).then(
    (answer) => answer.json() as Promise<{ id: string; a: number; b: number }>,
  );
  const answer = await fetch(`${origin}/api/handle-booking`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": `rival-${requestNumber}` },
    body: JSON.stringify({
      customerName: "A Rival",
      email: `rival-${requestNumber}@example.com`,
      phone: `+97150${String(requestNumber).padStart(7, "0")}`,
      ...OVERLAPPING_REQUESTS[requestNumber % OVERLAPPING_REQUESTS.length],
      preferredDate: day,
      addressParts: { street: "Al Marsa Street" },
      securityCheck: { id: check.id, answer: check.a + check.b },
    }),
  });
  return { status: answer.status, body: (await answer.json()) as object };
}

/**
 * Every booking has its visit, timeline entry and event; numbers are unique; no technician is double-booked.
 */
async function expectConsistentRecords(app: TestApp): Promise<void> {
  const { rows } = await sql<Record<string, number>>`SELECT
    (SELECT count(*) FROM bookings) AS bookings,
    (SELECT count(*) FROM visits WHERE live) AS visits,
    (SELECT count(*) FROM timeline_entries) AS moves,
    (SELECT count(*) FROM trail WHERE type = 'booking.requested') AS events,
    (SELECT count(*) FROM security_checks WHERE used_at IS NOT NULL) AS checks,
    (SELECT count(DISTINCT reference) FROM bookings) AS numbers,
    (SELECT count(*) FROM visits a JOIN visits b
      ON a.id < b.id AND a.technician_id = b.technician_id AND a.during && b.during) AS overlaps`.execute(
    app.db,
  );
  const expected = Array.from({ length: ROUNDS }, (_, round) => 1 + (round % TECHNICIANS)).reduce(
    (a, b) => a + b,
  );
  expect(rows[0]).toEqual({
    bookings: expected,
    visits: expected,
    moves: expected,
    events: expected,
    checks: expected,
    numbers: expected,
    overlaps: 0,
  });
}
