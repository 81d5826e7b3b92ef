import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sendDuePushMessages } from "~/platform/push/push-queue.server";
import { addDays, addMinutes } from "~/platform/time";
import {
  type Caller,
  createCaller,
  NOW,
  TODAY,
  TOMORROW,
} from "../../../../../test/harness/company/booking-caller";
import {
  addSignedInTechnician,
  type SignedInTechnician,
  switchPushOn,
} from "../../../../../test/harness/company/signed-in-technician";
import { type Mailbox, openMailbox } from "../../../../../test/harness/servers/mailbox";
import { type PushService, startPushService } from "../../../../../test/harness/servers/push-service";
import { flushDueNotifications } from "../../../operations/bookings/visits/pending-notifications.server";
import { escalateEmergencies } from "../../../operations/emergencies/escalate.server";

let caller: Caller;
let mailbox: Mailbox;
let service: PushService;
let admin: Record<string, string>;
let omar: SignedInTechnician;

beforeAll(async () => {
  service = await startPushService();
  caller = await createCaller({ WEBHOOK_LOOPBACK: "on" });
  mailbox = openMailbox(caller);
  admin = await caller.asAdmin();
  omar = await addSignedInTechnician(caller, "Omar Saleh");
});
afterAll(async () => {
  await caller.close();
  await service.close();
});
beforeEach(async () => {
  vi.setSystemTime(NOW);
  await caller.db.updateTable("bookings").set({ state: "cancelled" }).execute();
  await caller.db.updateTable("visits").set({ state: "cancelled" }).execute();
  await mailbox.collect();
  await caller.db.deleteFrom("pushSubscriptions").execute();
  await caller.db.deleteFrom("pushMessages").execute();
  service.received = [];
  service.nextAnswers = [];
});

const post = async (path: string, body: object) =>
  expect((await caller.call("POST", `/api/admin/bookings/${path}`, body, admin)).status).toBe(200);

/** A confirmed booking with Omar's visit, whose notification is due. */
async function assign(date: string, time: string): Promise<string> {
  const { bookingId } = await caller.book();
  await post(`${bookingId}/transitions`, { transition: "confirm", version: 1 });
  await post(`${bookingId}/assign`, { version: 2, technicianId: omar.id, date, time });
  return bookingId;
}

async function flush(): Promise<void> {
  await flushDueNotifications({ ...caller.ctx(), now: addMinutes(NOW, 2) });
  await mailbox.collect();
}

/** Messages sent after the gathering period. */
async function collectPushes() {
  const before = service.received.length;
  await caller.db.updateTable("pushMessages").set({ dueAt: sql`now()` }).execute();
  await sendDuePushMessages(caller);
  return service.received.slice(before);
}

describe("changes of a technician's visits", () => {
  beforeEach(() => switchPushOn(caller, service, "phone", omar.cookie));

  it("gathers all changes of today and tomorrow in one message, sorted by time", async () => {
    await assign(TOMORROW, "10:00");
    await assign(TODAY, "16:00");
    await assign(TODAY, "12:00");
    await assign(addDays(TODAY, 2), "10:00");
    await flush();
    expect(await sendDuePushMessages(caller)).toBe(0);
    const pushes = await collectPushes();
    expect(pushes).toMatchObject([
      {
        device: "phone",
        urgency: "high",
        message: { title: "3 changes of your visits", tag: "visits", path: "/technician" },
      },
    ]);
    const lines = pushes[0]!.message.body.split("\n");
    expect(lines).toHaveLength(3);
    expect(lines.map((line: string) => /1[026]:00|12:00|4:00|10:00/.exec(line)?.[0])).toEqual([
      "12:00",
      "4:00",
      "10:00",
    ]);
    expect(await collectPushes()).toEqual([]);
  });

  it("follows the technician's choice of notification or email, and emails what no device receives", async () => {
    const choose = (visitChanges: string) =>
      caller.call("POST", "/api/account/visit-changes", { visitChanges }, { cookie: omar.cookie });
    const announced = async (date: string, time: string) => {
      await assign(date, time);
      await flushDueNotifications({ ...caller.ctx(), now: addMinutes(NOW, 2) });
      const mails = (await mailbox.collect()).filter(({ recipient }) => recipient.startsWith("omar"));
      return { mails: mails.length, pushes: (await collectPushes()).length };
    };
    expect((await choose("push")).body.profile.visitChanges).toBe("push");
    expect(await announced(TODAY, "12:00")).toEqual({ mails: 0, pushes: 1 });
    expect(await announced(addDays(TODAY, 3), "12:00")).toEqual({ mails: 1, pushes: 0 });
    await choose("email");
    expect(await announced(TODAY, "14:00")).toEqual({ mails: 1, pushes: 0 });
    await choose("push");
    await caller.db.deleteFrom("pushSubscriptions").execute();
    expect(await announced(TODAY, "16:00")).toEqual({ mails: 1, pushes: 0 });
    await choose("push-email");
  });

  it("starts another message after the first one is sent", async () => {
    const bookingId = await assign(TODAY, "12:00");
    await flush();
    expect(await collectPushes()).toHaveLength(1);
    await post(`${bookingId}/transitions`, { transition: "cancel", version: 3, reason: "Customer away" });
    await flush();
    expect(await collectPushes()).toMatchObject([
      { message: { title: "1 change of your visits", body: expect.stringMatching(/^Cancelled/) } },
    ]);
  });

  it("tries again after the push service was unavailable, and sends nothing twice", async () => {
    await assign(TODAY, "12:00");
    await flush();
    service.nextAnswers = [{ status: 503 }];
    expect(await collectPushes()).toEqual([]);
    expect(await collectPushes()).toHaveLength(1);
    expect(await collectPushes()).toEqual([]);
    expect(await caller.db.selectFrom("pushMessages").select("id").execute()).toEqual([]);
  });

  it("drops a message that has expired", async () => {
    await assign(TODAY, "12:00");
    await flush();
    await caller.db
      .updateTable("pushMessages")
      .set({ createdAt: addMinutes(NOW, -10), expiresAt: addMinutes(NOW, -1) })
      .execute();
    expect(await collectPushes()).toEqual([]);
    expect(await caller.db.selectFrom("pushMessages").select("id").execute()).toEqual([]);
  });

  it("queues nothing for technicians without a device", async () => {
    await caller.db.deleteFrom("pushSubscriptions").execute();
    await assign(TODAY, "12:00");
    await flush();
    expect(await caller.db.selectFrom("pushMessages").select("id").execute()).toEqual([]);
  });
});

describe("office push messages", () => {
  it("announces emergencies to users who dispatch, and again without an acknowledgement", async () => {
    await switchPushOn(caller, service, "office", admin.Cookie ?? admin.cookie!);
    const accountant = { email: "books@company.example", password: "a password of mine" };
    await caller.addUser({ ...accountant, role: "accountant" });
    await switchPushOn(caller, service, "books", await caller.signIn(accountant));
    const { bookingId, reference } = await caller.book({ service: "emergency" });
    await mailbox.collect();
    expect(await collectPushes()).toMatchObject([
      {
        device: "office",
        message: {
          title: "Emergency: Emergency Service, Dubai Marina",
          body: `New, not acknowledged: ${reference}`,
          path: `/admin/bookings/${bookingId}`,
          urgent: true,
        },
      },
    ]);
    vi.setSystemTime(addMinutes(NOW, 15));
    await escalateEmergencies({ ...caller.ctx(), now: addMinutes(NOW, 15) });
    await mailbox.collect();
    expect(await collectPushes()).toMatchObject([
      { device: "office", message: { tag: `emergency-${bookingId}` } },
    ]);
  });
});
