import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { book, createCompany, dayFromNow, officeCtx } from "../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { withdrawObsoleteTexts, withdrawWaitingTexts } from "./withdraw-obsolete-texts.server";

let database: TestDatabase;
let bookingId: string;
let visit: { id: string; startsAt: Date };
let days = 2;
beforeAll(async () => {
  database = await createTestDatabase();
  await createCompany(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.deleteFrom("messages").execute();
  bookingId = await book(officeCtx(database.db), {
    preferredDate: dayFromNow(days++),
    preferredTime: "10:00",
  });
  await setBooking("scheduled");
  visit = await database.db
    .selectFrom("visits")
    .select(["id", "startsAt"])
    .where("bookingId", "=", bookingId)
    .executeTakeFirstOrThrow();
});

const setBooking = (state: "scheduled" | "cancelled" | "completed") =>
  sql`UPDATE bookings SET state = ${state} WHERE id = ${bookingId}`.execute(database.db);
const moveVisit = (hours: number) =>
  sql`UPDATE visits SET starts_at = starts_at + ${hours} * interval '1 hour',
    ends_at = ends_at + ${hours} * interval '1 hour' WHERE id = ${visit.id}`.execute(database.db);

/** Withdraws due texts like the sender, or all texts like the hourly job. */
const withdraw = (isDue: boolean) =>
  isDue ? withdrawObsoleteTexts(database.db) : withdrawWaitingTexts({ db: database.db, now: new Date() });

interface TextOptions {
  isDue?: boolean;
  isSubmitted?: boolean;
  visitId?: string;
}

/** A waiting text about the visit's present time, with an email that would follow. */
async function queue(kind: string, { isDue = false, isSubmitted = false, visitId }: TextOptions = {}) {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO trail (type, subject_type, subject_id, actor_role, request_id, at, data)
    VALUES ('booking.visit-notification-due', 'booking', ${bookingId}, 'system', 'test', now(),
      ${JSON.stringify({ visitId: visitId ?? visit.id, startsAt: visit.startsAt })}::jsonb)
    RETURNING id`.execute(database.db);
  const id = randomUUID();
  await database.db
    .insertInto("messages")
    .values({
      ...{ id, kind, trailId: rows[0]!.id, channel: "sms", recipient: "+971501234567" },
      content: JSON.stringify({ text: "", visitStartsAt: visit.startsAt }),
      nextSteps: JSON.stringify([{ channel: "email", mail: {} }]),
      dueAt: sql`clock_timestamp() + ${isDue ? 0 : 1}::int * interval '1 hour'`,
      deadlineAt: sql`clock_timestamp() + interval '2 hours'`,
      ...(isSubmitted && { submittedAt: new Date(), state: "sending" as const, provider: "twilio" }),
      createdAt: new Date(),
    })
    .execute();
  return async () => {
    await withdraw(isDue);
    const row = await database.db
      .selectFrom("messages")
      .select(["state", sql<number>`jsonb_array_length(next_steps)`.as("steps")])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return `${row.state}, ${row.steps} to follow`;
  };
}

const WAITING = "queued, 1 to follow";
const WITHDRAWN = "withdrawn, 0 to follow";

describe("withdrawObsoleteTexts", () => {
  it.each(["booking-confirmed", "booking-rescheduled", "technician-assigned", "visit-reminder"])(
    "withdraws %s when the booking is cancelled",
    async (kind) => {
      const state = await queue(kind);
      expect(await state()).toBe(WAITING);
      await setBooking("cancelled");
      expect(await state()).toBe(WITHDRAWN);
    },
  );

  it.each(["booking-confirmed", "booking-rescheduled", "technician-assigned"])(
    "withdraws %s when it is due and names a former time",
    async (kind) => {
      const [waiting, due] = [
        await queue(kind, { visitId: randomUUID() }),
        await queue(kind, { isDue: true }),
      ];
      expect(await due()).toBe(WAITING);
      await moveVisit(2);
      expect([await waiting(), await due()]).toEqual([WAITING, WITHDRAWN]);
    },
  );

  it("sends a confirmation whose visit moved back before it was due", async () => {
    const state = await queue("booking-confirmed");
    await moveVisit(2);
    expect(await state()).toBe(WAITING);
    await moveVisit(-2);
    await database.db.updateTable("messages").set({ dueAt: new Date() }).execute();
    expect(await state()).toBe(WAITING);
  });

  it("withdraws a reminder as soon as its visit has another time, or is over", async () => {
    const moved = await queue("visit-reminder");
    await moveVisit(2);
    expect(await moved()).toBe(WITHDRAWN);
    await moveVisit(-2);
    const done = await queue("visit-reminder");
    await setBooking("completed");
    expect(await done()).toBe(WITHDRAWN);
  });

  it.each(["booking-rescheduled", "technician-assigned"])(
    "withdraws %s when a newer one is about the same visit",
    async (kind) => {
      const [first, other] = [await queue(kind), await queue(kind, { visitId: randomUUID() })];
      expect(await first()).toBe(WAITING);
      const newer = await queue(kind);
      expect([await first(), await other(), await newer()]).toEqual([WITHDRAWN, WAITING, WAITING]);
    },
  );

  it("keeps a text that may have been sent, and withdraws what would follow it", async () => {
    const state = await queue("booking-confirmed", { isSubmitted: true });
    await setBooking("cancelled");
    expect(await state()).toBe("sending, 0 to follow");
  });

  it("withdraws a due text before it is sent, and leaves others to the hourly job", async () => {
    const [due, waiting] = [
      await queue("visit-reminder", { isDue: true }),
      await queue("technician-assigned", { visitId: randomUUID() }),
    ];
    await setBooking("cancelled");
    expect(await due()).toBe(WITHDRAWN);
    const states = () => database.db.selectFrom("messages").select("state").orderBy("kind").execute();
    expect(await states()).toEqual([{ state: "queued" }, { state: "withdrawn" }]);
    expect(await waiting()).toBe(WITHDRAWN);
  });

  it("withdraws more due texts than it checks at once", async () => {
    await queue("visit-reminder", { isDue: true });
    await sql`INSERT INTO messages (id, kind, trail_id, channel, recipient, content, due_at, deadline_at)
      SELECT gen_random_uuid(), kind, trail_id, channel, '+97155' || n, content, due_at, deadline_at
      FROM messages, generate_series(1, 250) AS n`.execute(database.db);
    await setBooking("cancelled");
    await withdrawObsoleteTexts(database.db);
    const states = await database.db.selectFrom("messages").select("state").distinct().execute();
    expect(states).toEqual([{ state: "withdrawn" }]);
  });

  it("reads only the texts that are due", async () => {
    await sql`INSERT INTO messages (id, kind, channel, recipient, content, state, due_at, deadline_at, sent_at)
      SELECT gen_random_uuid(), 'visit-reminder', 'sms', '+97155' || n, '{}',
        CASE WHEN n % 2 = 0 THEN 'queued' ELSE 'sent' END,
        CASE WHEN n % 2 = 0 THEN now() + interval '8 hours' END,
        CASE WHEN n % 2 = 0 THEN now() + interval '9 hours' END, CASE WHEN n % 2 = 1 THEN now() END
      FROM generate_series(1, 20000) AS n`.execute(database.db);
    const due = await queue("booking-confirmed", { isDue: true });
    await setBooking("cancelled");
    await sql`VACUUM ANALYZE messages`.execute(database.db);
    const rowsRead = await database.db.transaction().execute(async (db) => {
      await withdrawObsoleteTexts(db);
      const { rows } = await sql<{ seqScan: number; rowsRead: number }>`
        SELECT seq_scan::int, (seq_tup_read + idx_tup_fetch)::int AS rows_read
        FROM pg_stat_xact_user_tables WHERE relname = 'messages'`.execute(db);
      return rows[0]!;
    });
    expect(rowsRead.seqScan).toBe(0);
    expect(rowsRead.rowsRead).toBeLessThan(50);
    expect(await due()).toBe(WITHDRAWN);
  }, 120_000);

  it("keeps other texts about a cancelled booking", async () => {
    const state = await queue("booking-cancelled", { isDue: true });
    await setBooking("cancelled");
    await moveVisit(2);
    expect(await state()).toBe(WAITING);
  });
});
