import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { claimMails, sendMail } from "~/platform/mail/mail-sender.server";
import type { MailTransport } from "~/platform/mail/mail-transport.server";
import type { MailContent } from "~/platform/messaging/message";
import { queueInDigest } from "~/platform/messaging/queue-email.server";
import { addMinutes } from "~/platform/time";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";
import { getBusiness } from "../../core/business/queries.server";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
});
afterEach(() => {
  vi.setSystemTime(NOW);
});
afterAll(() => caller.close());

let trailId = 0;

async function queue(recipient: string, { subject, usefulUntil }: { subject: string; usefulUntil?: Date }) {
  const content: MailContent = {
    ...{ tone: "normal", preview: "", heading: subject, paragraphs: [], facts: [], button: null, after: [] },
  };
  const sender = await getBusiness(caller.ctx());
  const event = await caller.db
    .insertInto("trail")
    .values({
      ...{ at: NOW, type: "booking.visit-reminder-due", actorRole: "system", requestId: "test" },
      ...{ subjectType: "booking", subjectId: `subject ${++trailId}`, data: "{}" },
    } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  await queueInDigest(caller.ctx(), "reminders", {
    ...{ kind: "visit-reminder", trailId: event.id, recipient, replyTo: null, sender },
    message: { subject, content, usefulUntil },
  });
}

/** Sends all queued emails as after an outage of `minutes` and returns their subjects. */
async function sendAfter(minutes: number): Promise<string[]> {
  vi.setSystemTime(addMinutes(NOW, minutes));
  await caller.db.updateTable("mails").set({ dueAt: NOW }).where("state", "=", "queued").execute();
  const sent: string[] = [];
  const leases = { leaseMs: 60_000, contentLeaseMs: 60_000 };
  const transport: MailTransport = {
    ...{ kind: "files", ...leases },
    send: async ({ subject }) => void sent.push(subject),
  };
  for (const mail of await claimMails(caller.db, transport, 100)) await sendMail(caller.db, transport, mail);
  return sent;
}

const mailsTo = (recipient: string) =>
  caller.db.selectFrom("mails").selectAll().where("recipient", "=", recipient).execute();

it("fails an email whose text no longer holds, and sends it if the office asks", async () => {
  const recipient = "late@customer.example";
  await queue(recipient, { subject: "On the way until 4 PM", usefulUntil: addMinutes(NOW, 60) });
  expect(await sendAfter(61)).toEqual([]);
  const [mail] = await mailsTo(recipient);
  expect(mail).toMatchObject({
    state: "failed",
    lastError: "Not sent, because it was no longer true when it could be sent",
  });
  const again = await caller.call("POST", `/api/admin/mails/${mail!.id}/retry`, {}, await caller.asAdmin());
  expect(again.status, again.text).toBe(200);
  expect(await sendAfter(62)).toEqual(["On the way until 4 PM"]);
});

it("sends an email in time, and one without an end at any time", async () => {
  await queue("timely@customer.example", { subject: "In time", usefulUntil: addMinutes(NOW, 60) });
  await queue("any@customer.example", { subject: "At any time" });
  expect((await sendAfter(59)).toSorted()).toEqual(["At any time", "In time"]);
});

it("sends a combined email as long as one of its sections holds", async () => {
  const recipient = "several@customer.example";
  await queue(recipient, { subject: "Early", usefulUntil: addMinutes(NOW, 60) });
  await queue(recipient, { subject: "Late", usefulUntil: addMinutes(NOW, 120) });
  expect(await sendAfter(90)).toEqual(["Early (+1 more)"]);
  await queue(recipient, { subject: "Early", usefulUntil: addMinutes(NOW, 60) });
  await queue(recipient, { subject: "Open" });
  expect(await sendAfter(600)).toEqual(["Early (+1 more)"]);
});
