import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";
import {
  addSignedInTechnician,
  type SignedInTechnician,
  switchPushOn,
} from "../../../../test/harness/company/signed-in-technician";
import { type Mailbox, openMailbox } from "../../../../test/harness/servers/mailbox";
import { type PushService, startPushService } from "../../../../test/harness/servers/push-service";
import { sendDueRings } from "./ring.server";

let caller: Caller;
let mailbox: Mailbox;
let service: PushService;
/** Technicians on call, in the order of their names. */
let ahmed: SignedInTechnician;
let bilal: SignedInTechnician;

beforeAll(async () => {
  service = await startPushService();
  caller = await createCaller({ WEBHOOK_LOOPBACK: "on" });
  mailbox = openMailbox(caller);
  ahmed = await addOnCall("Ahmed Saleh");
  bilal = await addOnCall("Bilal Haddad");
});
afterAll(async () => {
  await caller.close();
  await service.close();
});
beforeEach(async () => {
  vi.setSystemTime(NOW);
  await caller.db.updateTable("bookings").set({ state: "cancelled" }).execute();
  await caller.db.updateTable("visits").set({ state: "cancelled" }).execute();
  await caller.db.updateTable("onCallPages").set({ ringDueAt: null }).execute();
  await caller.db.deleteFrom("pushSubscriptions").execute();
  await mailbox.discard();
  service.received = [];
  service.refusals = [];
  service.nextAnswers = [];
});

async function addOnCall(name: string): Promise<SignedInTechnician> {
  const technician = await addSignedInTechnician(caller, name);
  await caller.db.updateTable("technicians").set({ onCall: true }).where("id", "=", technician.id).execute();
  return technician;
}

const subscribe = (device: string, { cookie }: SignedInTechnician) =>
  switchPushOn(caller, service, device, cookie);

/** A requested emergency whose on-call pages have been sent. */
async function emergency(): Promise<string> {
  const { bookingId } = await caller.book({ service: "emergency", message: "Water from the ceiling" });
  await mailbox.react();
  return bookingId;
}

/** Devices that received a message in this run. */
async function ring(): Promise<string[]> {
  const before = service.received.length;
  await sendDueRings(caller);
  return service.received.slice(before).map(({ device }) => device);
}

/** Moves all times of the pages back, as if the time had passed. */
async function pass(seconds: number): Promise<void> {
  await sql`UPDATE on_call_pages SET
    ring_started_at = ring_started_at - ${seconds} * interval '1 second',
    ring_due_at = ring_due_at - ${seconds} * interval '1 second'`.execute(caller.db);
}

const answer = ({ cookie }: SignedInTechnician, { post }: { post: { path: string; body: object } }) =>
  caller.call("POST", post.path, post.body, { cookie });

const actionOf = (name: string) =>
  service.received.at(-1)!.message.actions.find((action: { name: string }) => action.name === name);

async function eventsOf(bookingId: string): Promise<{ type: string; data: unknown }[]> {
  const rows = await caller.db
    .selectFrom("trail")
    .select(["type", "data"])
    .where("subjectId", "=", bookingId)
    .where("type", "in", ["booking.page-rang", "booking.page-unanswered"])
    .orderBy("id")
    .execute();
  return rows;
}

describe("sendDueRings", () => {
  it("sends an urgent message with the place, the deadline and both answers", async () => {
    await subscribe("phone", ahmed);
    const bookingId = await emergency();
    expect(await ring()).toEqual(["phone"]);
    expect(service.refusals).toEqual([]);
    expect(service.received[0]).toMatchObject({
      urgency: "high",
      ttl: 30,
      topic: bookingId.replaceAll("-", ""),
      message: {
        title: "Emergency: Emergency Service, Dubai Marina",
        body: expect.stringMatching(/^Arrive by .+\nWater from the ceiling$/),
        tag: `emergency-${bookingId}`,
        path: `/technician?emergency=${bookingId}`,
        urgent: true,
        actions: [
          { name: "accept", title: "I'm going" },
          { name: "decline", title: "I can't go" },
        ],
      },
    });
    expect(await eventsOf(bookingId)).toEqual([
      { type: "booking.page-rang", data: { technicianId: ahmed.id } },
    ]);
  });

  it("repeats the message every 15 seconds until the technician accepts from the notification", async () => {
    await subscribe("phone", ahmed);
    const bookingId = await emergency();
    expect(await ring()).toEqual(["phone"]);
    expect(await ring()).toEqual([]);
    await pass(14);
    expect(await ring()).toEqual([]);
    await pass(1);
    expect(await ring()).toEqual(["phone"]);
    await pass(15);
    expect(await ring()).toEqual(["phone"]);
    const { status, body } = await answer(ahmed, actionOf("accept"));
    expect({ status, body }).toEqual({ status: 200, body: { success: true, visitId: expect.any(String) } });
    await pass(15);
    expect(await ring()).toEqual([]);
    await pass(15);
    expect(await ring()).toEqual([]);
    expect(await eventsOf(bookingId)).toHaveLength(1);
  });

  it("records an unanswered page after 60 seconds and rings the next technician after 120", async () => {
    await subscribe("first", ahmed);
    await subscribe("second", bilal);
    const bookingId = await emergency();
    const heard: string[][] = [];
    for (let seconds = 0; seconds <= 135; seconds += 15) {
      heard.push(await ring());
      await pass(15);
    }
    expect(heard.slice(0, 8)).toEqual(Array(8).fill(["first"]));
    expect(heard.slice(8).map((devices) => devices.toSorted())).toEqual([
      ["first", "second"],
      ["first", "second"],
    ]);
    expect(await eventsOf(bookingId)).toEqual([
      { type: "booking.page-rang", data: { technicianId: ahmed.id } },
      { type: "booking.page-unanswered", data: { technicianId: ahmed.id } },
      { type: "booking.page-rang", data: { technicianId: bilal.id } },
    ]);
  });

  it("rings the next technician at once when the first one passes on", async () => {
    await subscribe("first", ahmed);
    await subscribe("second", bilal);
    await emergency();
    expect(await ring()).toEqual(["first"]);
    expect((await answer(ahmed, actionOf("decline"))).status).toBe(200);
    expect(await ring()).toEqual(["second"]);
    await pass(15);
    expect(await ring()).toEqual(["second"]);
  });

  it("skips a technician without a device and records the page as unanswered", async () => {
    await subscribe("second", bilal);
    const bookingId = await emergency();
    expect(await ring()).toEqual([]);
    expect(await ring()).toEqual(["second"]);
    expect((await eventsOf(bookingId))[0]).toEqual({
      type: "booking.page-unanswered",
      data: { technicianId: ahmed.id },
    });
  });

  it("skips a technician whose push service has ended the subscription", async () => {
    service.unsubscribe(await subscribe("first", ahmed));
    await subscribe("second", bilal);
    await emergency();
    expect(await ring()).toEqual([]);
    expect(await ring()).toEqual(["second"]);
  });

  it("goes on after the push service was unavailable", async () => {
    await subscribe("phone", ahmed);
    await emergency();
    service.nextAnswers = [{ status: 503 }];
    expect(await ring()).toEqual([]);
    await pass(15);
    expect(await ring()).toEqual(["phone"]);
  });

  it("ends on the other devices with a silent message when another technician accepts", async () => {
    await subscribe("first", ahmed);
    await subscribe("second", bilal);
    await emergency();
    await ring();
    await pass(120);
    expect((await ring()).toSorted()).toEqual(["first", "second"]);
    expect((await answer(bilal, actionOf("accept"))).status).toBe(200);
    await pass(15);
    expect(await ring()).toEqual(["first"]);
    expect(service.received.at(-1)!.message).toMatchObject({ silent: true });
    expect(service.received.at(-1)!.message.actions).toBeUndefined();
    await pass(15);
    expect(await ring()).toEqual([]);
  });

  it("rings the others again when the technician on the way hands the emergency over", async () => {
    await subscribe("first", ahmed);
    await subscribe("second", bilal);
    const bookingId = await emergency();
    expect(await ring()).toEqual(["first"]);
    await pass(120);
    expect((await ring()).sort()).toEqual(["first", "second"]);
    const { body } = await answer(bilal, actionOf("accept"));
    await pass(15);
    await ring();
    for (const transition of ["depart", "handOver"]) {
      const { version } = await caller.db
        .selectFrom("bookings")
        .select("version")
        .where("id", "=", bookingId)
        .executeTakeFirstOrThrow();
      const tap = { transition, version, tappedAt: NOW.toISOString(), reason: "The van broke down" };
      const path = `/api/technician/visits/${body.visitId}/transitions`;
      const moved = await caller.call(
        "POST",
        path,
        { ...tap, note: "", photoIds: [] },
        { cookie: bilal.cookie },
      );
      expect(moved.status, moved.text).toBe(200);
    }
    await mailbox.collect();
    expect(await ring()).toEqual(["first"]);
    await pass(120);
    expect(await ring()).toEqual(["first"]);
  });

  it("ends after an hour", async () => {
    await subscribe("phone", ahmed);
    await emergency();
    expect(await ring()).toEqual(["phone"]);
    await pass(3600);
    expect(await ring()).toEqual([]);
    await pass(15);
    expect(await ring()).toEqual([]);
  });

  it("sends each message once when several workers run at the same time", async () => {
    await subscribe("phone", ahmed);
    await emergency();
    await Promise.all([1, 2, 3].map(() => sendDueRings(caller)));
    expect(service.received).toHaveLength(1);
  });
});
