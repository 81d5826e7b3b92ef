import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { book, createCompany, dayFromNow, officeCtx } from "../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { withdrawObsoleteTexts } from "./withdraw-obsolete-texts.server";

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
    await withdrawObsoleteTexts(database.db);
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

  it("keeps other texts about a cancelled booking", async () => {
    const state = await queue("booking-cancelled", { isDue: true });
    await setBooking("cancelled");
    await moveVisit(2);
    expect(await state()).toBe(WAITING);
  });
});
