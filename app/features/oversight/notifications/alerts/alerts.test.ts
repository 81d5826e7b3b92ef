import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Mail } from "~/platform/mail/mail-transport.server";
import { rounds } from "../../../../../test/faults/rounds";
import { type Caller, createCaller, NOW } from "../../../../../test/harness/company/booking-caller";
import { type Mailbox, openMailbox } from "../../../../../test/harness/servers/mailbox";
import { reactions } from "../../../../reactions.server";
import { escalateEmergencies } from "../../../operations/emergencies/escalate.server";
import type { AlertReaction } from "./alert.server";
import { alertReactions } from "./alert-reactions.server";
import { flushAlerts } from "./flush-alerts.server";

let caller: Caller;
let mailbox: Mailbox;
let admin: Record<string, string>;
const technicians: Record<string, string> = {};
beforeAll(async () => {
  caller = await createCaller({ ALERT_SECONDS: "60" });
  mailbox = openMailbox(caller);
  admin = await caller.asAdmin();
  for (const [name, trades] of [
    ["Omar Saleh", ["plumbing", "electrical"]],
    ["Paul Mercer", ["plumbing"]],
  ] as const) {
    const id = await caller.addTechnician(name);
    technicians[name] = `${name.toLowerCase().replace(" ", ".")}@company.example`;
    await caller.db
      .deleteFrom("technicianSkills")
      .where("technicianId", "=", id)
      .where("serviceId", "not in", [...trades, "emergency"])
      .execute();
    await caller.db.updateTable("technicians").set({ onCall: true }).where("id", "=", id).execute();
  }
});
afterAll(() => caller.close());
beforeEach(async () => {
  vi.setSystemTime(NOW);
  await caller.db.updateTable("bookings").set({ state: "cancelled" }).execute();
  await passMinute();
  await caller.db.deleteFrom("pendingAlerts").execute();
  await mailbox.collect();
});

async function passMinute(): Promise<void> {
  await caller.db
    .updateTable("alertStreams")
    .set({ lastMailAt: sql`last_mail_at - interval '1 minute'` })
    .execute();
}

/** Two workers at once. */
async function flush(): Promise<Mail[]> {
  const ctx = { ...caller.ctx(), now: new Date() };
  await Promise.all([1, 2].map(() => flushAlerts(ctx, caller.config)));
  return mailbox.collect();
}

const emergency = (trade: string, more: Record<string, unknown> = {}) =>
  caller.book({ service: "emergency", trade, ...more });
const to = (mails: Mail[], recipient: string) => mails.filter((mail) => mail.recipient === recipient);

/** 150 emergencies at full length. */
const MINUTES = 3;
const PER_MINUTE = rounds({ short: 5, long: 50 });

describe("flood of emergencies", () => {
  it(`pages each technician once at once and once a minute for each trade, and names all ${MINUTES * PER_MINUTE}`, async () => {
    const references: string[] = [];
    const mails: Mail[] = [];
    for (let minute = 0; minute < MINUTES; minute++) {
      for (let at = 0; at < PER_MINUTE; at++) {
        const { reference } = await emergency(at % 5 === 0 ? "electrical" : "plumbing");
        references.push(reference);
      }
      mails.push(...(await mailbox.collect()));
      mails.push(...(await flush()));
      await passMinute();
      mails.push(...(await flush()));
    }
    const { count } = await caller.db
      .selectFrom("bookings")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("emergency", "=", true)
      .where("reference", "in", references)
      .executeTakeFirstOrThrow();
    expect(count).toBe(MINUTES * PER_MINUTE);
    const named = (list: Mail[]) => references.filter((one) => list.some(({ plain }) => plain.includes(one)));
    const office = mails.filter(({ plain }) => plain.includes("/admin/bookings"));
    expect(office.length).toBeLessThanOrEqual(1 + MINUTES);
    expect(named(office)).toEqual(references);
    const omar = to(mails, technicians["Omar Saleh"]!);
    expect(omar.length).toBeLessThanOrEqual(2 * (1 + MINUTES));
    expect(named(omar)).toEqual(references);
    const paul = to(mails, technicians["Paul Mercer"]!);
    expect(paul.length).toBeLessThanOrEqual(1 + MINUTES);
    expect(named(paul)).toHaveLength(MINUTES * PER_MINUTE * 0.8);
    expect(office[0]!.subject).toBe(
      `EMERGENCY ${references[0]}: Emergency Service (Electrical), Dubai Marina`,
    );
    expect(office[1]!.subject).toBe(
      `EMERGENCY ${references[1]}: Emergency Service (Plumbing), Dubai Marina (+${PER_MINUTE - 2} more)`,
    );
    expect(office[1]!.plain).toContain(`Emergencies: ${PER_MINUTE - 1}`);
  }, 120_000);

  it("links and names each emergency of a combined email, and leaves out those that were answered", async () => {
    await emergency("plumbing");
    const [second, third, fourth] = [
      await emergency("plumbing"),
      await emergency("plumbing"),
      await emergency("plumbing"),
    ];
    await mailbox.collect();
    const dispatched = await caller.call(
      "POST",
      `/api/admin/bookings/${third.bookingId}/transitions`,
      { transition: "decline", version: 1, reason: "Too far" },
      admin,
    );
    expect(dispatched.status).toBe(200);
    await mailbox.collect();
    await passMinute();
    const mails = await flush();
    const office = mails.find(({ plain }) => plain.includes("/admin/bookings"))!;
    for (const { bookingId, reference } of [second, fourth]) {
      expect(office.plain).toContain(reference);
      expect(office.plain).toContain(`/admin/bookings/${bookingId}`);
    }
    expect(office.plain).not.toContain(third.reference);
    expect(office.plain).toMatch(/\+971|050/);
    expect(office.subject).toContain("(+1 more)");
    const listed = await caller.call(
      "GET",
      `/api/admin/mails?subjectId=${fourth.bookingId}`,
      undefined,
      admin,
    );
    expect(listed.body.mails.map(({ subject }: { subject: string }) => subject)).toContain(office.subject);
  });

  it("sends an ordinary email when one emergency waits", async () => {
    await emergency("plumbing");
    const second = await emergency("plumbing");
    await mailbox.collect();
    await passMinute();
    const mails = await flush();
    const office = mails.find(({ plain }) => plain.includes("/admin/bookings"))!;
    expect(office.subject).toBe(`EMERGENCY ${second.reference}: Emergency Service (Plumbing), Dubai Marina`);
    expect(await flush()).toEqual([]);
  });

  it("escalates each emergency, in one email", async () => {
    const booked = [await emergency("plumbing"), await emergency("plumbing"), await emergency("plumbing")];
    await mailbox.collect();
    const later = new Date(NOW.getTime() + 16 * 60_000);
    vi.setSystemTime(later);
    await escalateEmergencies({ ...caller.ctx(), now: later });
    const first = (await mailbox.collect()).filter(({ subject }) => subject.startsWith("NOT ACKNOWLEDGED"));
    expect(first).toHaveLength(1);
    await passMinute();
    const then = (await flush()).filter(({ subject }) => subject.startsWith("NOT ACKNOWLEDGED"));
    expect(then).toHaveLength(1);
    for (const { reference } of booked)
      expect([...first, ...then].filter(({ plain }) => plain.includes(reference))).toHaveLength(1);
  });
});

describe("other floods", () => {
  it("combines requests apart from emergencies, whose first email is sent at once", async () => {
    for (let at = 0; at < 4; at++) await caller.book({ service: "plumbing" });
    await emergency("plumbing");
    const mails = (await mailbox.collect()).filter(({ plain }) => plain.includes("/admin/bookings"));
    expect(mails.map(({ subject }) => subject.split(" ")[0])).toEqual(["New", "EMERGENCY"]);
    await passMinute();
    const later = await flush();
    expect(later).toHaveLength(1);
    expect(later[0]!.subject).toContain("(+2 more)");
    expect(later[0]!.plain).toContain("New since the last email: 3");
  });

  it("combines messages", async () => {
    for (let at = 0; at < 4; at++) {
      const { customerName: name, email, phone, securityCheck } = await caller.form();
      const sent = await caller.call("POST", "/api/contact/messages", {
        ...{ name, email, phone, securityCheck },
        message: `Message number ${at}`,
      });
      expect(sent.status, sent.text).toBe(200);
    }
    const isForOffice = ({ subject }: Mail) => subject.startsWith("Message");
    expect((await mailbox.collect()).filter(isForOffice)).toHaveLength(1);
    await passMinute();
    const [combined, ...more] = (await flush()).filter(isForOffice);
    expect(more).toEqual([]);
    expect(combined!.subject).toContain("(+2 more)");
    expect(combined!.plain.match(/\/admin\/inbox\/[0-9a-f-]{36}/g)).toHaveLength(3);
  });
});

it("covers every reaction whose emails are combined", () => {
  const combined = Object.values(reactions)
    .flat()
    .filter((reaction) => "write" in reaction)
    .map(({ name }) => name);
  expect(alertReactions.map(({ name }: AlertReaction<never>) => name).sort()).toEqual(
    [...new Set(combined)].sort(),
  );
});
