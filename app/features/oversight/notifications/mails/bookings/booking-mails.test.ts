import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { system } from "~/platform/auth/actor";
import { loadConfig } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import type { Reaction, RecordedEvent } from "~/platform/events/reaction.server";
import { addMinutes, dubaiDate } from "~/platform/time";
import { book, createCompany, dayFromNow, officeCtx } from "../../../../../../test/harness/company/company";
import { readTrail } from "../../../../../../test/harness/company/trail";
import { createTestDatabase, type TestDatabase } from "../../../../../../test/harness/servers/database";
import type { PlainTransition } from "../../../../operations/bookings/booking";
import { assignTechnician } from "../../../../operations/bookings/commands/assign-technician.server";
import { cancelVisit, scheduleVisit } from "../../../../operations/bookings/commands/change-visit.server";
import { correctBooking } from "../../../../operations/bookings/commands/correct-booking.server";
import { addVisitHelper, removeVisitHelper } from "../../../../operations/bookings/commands/crew.server";
import { delayVisit } from "../../../../operations/bookings/commands/delay-visit.server";
import { planDays } from "../../../../operations/bookings/commands/plan-days.server";
import { rescheduleBooking } from "../../../../operations/bookings/commands/reschedule-booking.server";
import { sendPendingNotifications } from "../../../../operations/bookings/commands/send-pending-notifications.server";
import { transitionBooking } from "../../../../operations/bookings/commands/transition-booking.server";
import { flushDueCorrectionNotifications } from "../../../../operations/bookings/corrections/pending-correction-notifications.server";
import { asLinkHolder } from "../../../../operations/bookings/link/booking-link.server";
import { expireHolds } from "../../../../operations/bookings/visits/expire-holds.server";
import { flushDueNotifications } from "../../../../operations/bookings/visits/pending-notifications.server";
import { pageOnCallOnEmergency } from "../../../../operations/emergencies/page-on-call.server";
import { listMails } from "../../queries.server";
import {
  notifyOfCancellation,
  notifyOfCompletion,
  notifyOfConfirmation,
  notifyOfCorrection,
  notifyOfDecline,
  notifyOfDelay,
  notifyOfExpiredHold,
  notifyOfNoAccess,
  notifyOfRequest,
  notifyOfRescheduling,
  notifyOfUndoneDeparture,
  notifyOnTheWay,
} from "./customer-mails.server";
import { emailPagedTechnicians } from "./emergency-mails.server";
import {
  notifyOfficeOfCancellation,
  notifyOfficeOfRequest,
  notifyOfficeOfRescheduling,
} from "./office-mails.server";
import { notifyOfVisit } from "./visit-mails.server";

let database: TestDatabase;
let technicianId: string;
const config = loadConfig({
  PUBLIC_URL: "https://company.example",
  ALERT_SECONDS: "0",
  SECRET: "a secret of at least 32 characters",
});

beforeAll(async () => {
  database = await createTestDatabase();
  ({ technicianId } = await createCompany(database.db));
});
// All guests share a mailbox, whose budget of emails is used up otherwise.
beforeEach(async () => {
  await database.db.deleteFrom("rateLimits").execute();
});
afterAll(() => database.drop());

/** Each booking gets a day of its own to avoid conflicts. */
let days = 2;
const nextDay = () => dayFromNow(days++);

async function versionOf(bookingId: string): Promise<number> {
  const { version } = await database.db
    .selectFrom("bookings")
    .select("version")
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  return version;
}

async function visitOf(bookingId: string): Promise<string> {
  const { id } = await database.db
    .selectFrom("visits")
    .select("id")
    .where("bookingId", "=", bookingId)
    .executeTakeFirstOrThrow();
  return id;
}

async function expireHold(bookingId: string): Promise<void> {
  const visitId = await visitOf(bookingId);
  await database.db.deleteFrom("guestHolds").where("visitId", "=", visitId).execute();
  const hold = { visitId, network: "test", mailbox: "test", endsAt: new Date(0) };
  await database.db.insertInto("guestHolds").values(hold).execute();
  await expireHolds({ ...officeCtx(database.db), actor: system });
}

async function transition(ctx: Ctx, bookingId: string, transition: PlainTransition, reason?: string) {
  const result = await transitionBooking(ctx, {
    bookingId,
    transition,
    version: await versionOf(bookingId),
    reason,
  });
  expect(result).toEqual({ ok: true });
}

/** Runs a reaction to the booking's latest event and returns the queued emails. */
// biome-ignore lint/suspicious/noExplicitAny: the type of the event does not matter here.
async function react(bookingId: string, type: string, reaction: Reaction<any>) {
  const entries = await readTrail(database.db, { subjectId: bookingId, type });
  const event = entries.at(-1) as unknown as RecordedEvent<never>;
  const ctx = {
    actor: system,
    db: database.db,
    now: new Date("2026-11-21T08:00:00Z"),
    requestId: "test",
    locale: "en" as const,
  };
  await closeDigests();
  await reaction.run(ctx, event, { config });
  return await database.db
    .selectFrom("mails")
    .selectAll()
    .where("trailId", "=", event.id)
    .where("kind", "=", reaction.name)
    .orderBy("recipient")
    .execute();
}

/** Events already handled, so that each runs once. */
const reactedTo = new Set<number>();

/** Later events start new emails. */
async function closeDigests(): Promise<void> {
  const sent = { state: "sent", sentAt: new Date(), dueAt: null } as const;
  await database.db
    .updateTable("mails")
    .set(sent)
    .where("digest", "is not", null)
    .where("state", "=", "queued")
    .execute();
}

/** New visit emails of a booking after the notification delay. */
async function collectVisitMails(
  bookingIds: string | readonly string[],
  { now = addMinutes(new Date(), 2) } = {},
) {
  const ctx = { actor: system, db: database.db, now, requestId: "test", locale: "en" as const };
  await closeDigests();
  await flushDueNotifications(ctx);
  const events = [];
  for (const subjectId of [bookingIds].flat())
    events.push(...(await readTrail(database.db, { subjectId, type: "booking.visit-notification-due" })));
  const newEvents = (events as unknown as RecordedEvent<"booking.visit-notification-due">[]).filter(
    ({ id }) => !reactedTo.has(id),
  );
  for (const event of newEvents) {
    reactedTo.add(event.id);
    await notifyOfVisit.run(ctx, event, { config });
  }
  const mails = await database.db
    .selectFrom("mails")
    .selectAll()
    .where("trailId", "in", [0, ...newEvents.map(({ id }) => id)])
    .orderBy("trailId")
    .execute();
  return {
    toCustomer: mails.filter(({ recipient }) => recipient.endsWith("@customer.example")),
    toTechnicians: mails.filter(({ recipient }) => recipient.endsWith("@company.example")),
  };
}

/** Lines of a calendar file, unfolded (RFC 5545, 3.1), by name and parameters. */
function readCalendar(attachments: { content: string }[]): Map<string, string> {
  expect(attachments).toHaveLength(1);
  const lines = attachments[0]!.content.replace(/\r\n[ \t]/g, "").split("\r\n");
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]));
}

describe("request emails", () => {
  test("confirms a request with a time to the customer, with a calendar entry", async () => {
    const day = nextDay();
    const id = await book(officeCtx(database.db), {
      preferredDate: day,
      preferredTime: "10:00",
      message: "The kitchen tap drips",
    });
    const [mail] = await react(id, "booking.requested", notifyOfRequest);
    expect(mail).toMatchObject({
      recipient: "aisha@customer.example",
      replyTo: "office@company.example",
      senderName: "Test & Sons",
      state: "queued",
    });
    expect(mail?.subject).toMatch(/^We have your request BK-\d{4}-\d{6}: Plumbing$/);
    for (const expected of [
      "Dear Aisha O'Neil-Khan,",
      "We'll contact you by ",
      "We are holding the time you chose and will confirm it when we contact you.",
      "10:00 AM – 11:00 AM (Dubai time)",
      "Palm Street 7, Palm Tower, 1203, Al Barsha",
      "The kitchen tap drips",
      "AED 150 incl. VAT",
      "+971 50 000 0001",
    ]) {
      expect(mail?.plain.replaceAll("\u00a0", " ")).toContain(expected);
    }
    expect(mail?.plain).toMatch(
      /Follow your booking: https:\/\/company\.example\/bookings\/BK-\d{4}-\d{6}\?key=[\w-]{32}/,
    );
    // The technician is named only after the office has assigned one.
    expect(mail?.plain).not.toContain("Omar Saleh");

    const calendar = readCalendar(mail!.attachments);
    const compact = day.replaceAll("-", "");
    expect(calendar.get("METHOD")).toBe("REQUEST");
    expect(calendar.get("DTSTART;TZID=Asia/Dubai")).toBe(`${compact}T100000`);
    expect(calendar.get("DTEND;TZID=Asia/Dubai")).toBe(`${compact}T110000`);
    expect(calendar.get("DTSTAMP")).toBe("20261121T080000Z");
    expect(calendar.get("UID")).toBe(`${id}@company.example`);
    expect(calendar.get("SEQUENCE")).toBe("1");
    expect(calendar.get("STATUS")).toBe("TENTATIVE");
    expect(calendar.get("TZOFFSETTO")).toBe("+0400");
  });

  test("sends the office all facts of a request with a link to answer it", async () => {
    const id = await book(officeCtx(database.db), { preferredDate: nextDay(), preferredTime: "10:00" });
    const mails = await react(id, "booking.requested", notifyOfficeOfRequest);
    expect(mails.map(({ recipient }) => recipient)).toEqual(["office@company.example"]);
    const [mail] = mails;
    expect(mail?.subject).toMatch(/^New request BK-\d{4}-\d{6}: Plumbing, Al Barsha$/);
    expect(mail?.replyTo).toBe("aisha@customer.example");
    expect(mail?.html).toContain(`href="https://company.example/admin/bookings/${id}"`);
    expect(mail?.html).toContain('href="tel:+971501234567"');
    expect(mail?.html).toContain('href="https://wa.me/971501234567?text=Hello%20Aisha%20O');
    expect(mail?.plain).toContain("Customer: Aisha O'Neil-Khan");
    expect(mail?.plain).toContain("Phone: +971 50 123 4567");
    expect(mail?.plain).toContain("Email: aisha@customer.example");
  });

  test.each([
    ["entered for a caller", { contactDueAt: null }],
    ["answered in the meantime", { state: "confirmed" }],
  ] as const)("sends the office nothing about a booking that was %s", async (_case, changes) => {
    const id = await book(officeCtx(database.db), {});
    await database.db.updateTable("bookings").set(changes).where("id", "=", id).execute();
    expect(await react(id, "booking.requested", notifyOfficeOfRequest)).toEqual([]);
  });

  test("treats a hold that has ended as released, also before its visit is removed", async () => {
    const id = await book(officeCtx(database.db), { preferredDate: nextDay(), preferredTime: "10:00" });
    const visit = await database.db
      .selectFrom("visits")
      .select("id")
      .where("bookingId", "=", id)
      .executeTakeFirstOrThrow();
    const hold = {
      visitId: visit.id,
      network: "test",
      mailbox: "test",
      endsAt: new Date("2026-11-21T07:00:00Z"),
    };
    await database.db.insertInto("guestHolds").values(hold).execute();
    const [mail] = await react(id, "booking.requested", notifyOfRequest);
    expect(mail?.plain).toContain("When: To be agreed");
    expect(mail?.plain).not.toContain("holding");
    expect(mail?.attachments).toEqual([]);
  });

  test("notifies the customer when the technician could not get in", async () => {
    const office = officeCtx(database.db);
    const id = await book(office, { preferredDate: nextDay(), preferredTime: "10:00" });
    await transition(office, id, "confirm");
    const depart = { bookingId: id, transition: "depart", version: await versionOf(id) } as const;
    expect(await transitionBooking(office, { ...depart, confirmOtherDay: true })).toEqual({ ok: true });
    expect(await react(id, "booking.status-changed", notifyOfNoAccess)).toEqual([]);
    await transition(office, id, "reportNoAccess");
    const mails = await react(id, "booking.status-changed", notifyOfNoAccess);
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ["aisha@customer.example", "We could not get in: Plumbing"],
    ]);
  });
});

test("promises a call without a calendar file for a request without a time", async () => {
  const id = await book(officeCtx(database.db), { preferredDate: "2027-02-01" });
  const [mail] = await react(id, "booking.requested", notifyOfRequest);
  expect(mail?.plain).toContain("We will agree a time with you when we contact you.");
  expect(mail?.plain).toMatch(/When: Monday,? 1 February 2027 \(your preference; to be confirmed\)/);
  expect(mail?.attachments).toEqual([]);

  const timed = await book(officeCtx(database.db), { preferredTime: "15:00" });
  const [other] = await react(timed, "booking.requested", notifyOfRequest);
  expect(other?.plain.replace("\u202f", " ")).toMatch(/When: At 3:00 PM \(your preference/);
});

describe("emergency emails", () => {
  test("alerts the office and the technicians on call", async () => {
    const id = await book(officeCtx(database.db), { service: "emergency" });
    await react(id, "booking.requested", pageOnCallOnEmergency);
    const mails = [
      ...(await react(id, "booking.requested", notifyOfficeOfRequest)),
      ...(await react(id, "booking.on-call-paged", emailPagedTechnicians)),
    ];
    expect(mails.map(({ recipient }) => recipient)).toEqual([
      "office@company.example",
      "omar@company.example",
    ]);
    for (const { subject, plain } of mails) {
      expect(subject).toMatch(/^EMERGENCY BK-\d{4}-\d{6}: Emergency Service, Al Barsha$/);
      expect(plain).toMatch(/A technician must arrive by /);
    }
    // Technicians without a sign-in get no page link.
    expect(mails[1]?.plain).toContain("Call the office: +971500000001");
    expect(mails[1]?.plain).not.toMatch(/\/technician|\/admin/);
  });

  test("puts the emergency phone number first for the customer", async () => {
    const id = await book(officeCtx(database.db), { service: "emergency" });
    const [mail] = await react(id, "booking.requested", notifyOfRequest);
    expect(mail?.subject).toMatch(/^Emergency BK-\d{4}-\d{6}: we are on it$/);
    expect(mail?.html).toContain('href="tel:+971500000002"');
    expect(mail?.plain).toContain("within 2 hours of your request.");
  });

  test("names the technicians on call to the customer only after they were paged", async () => {
    const [first, second] = [
      await book(officeCtx(database.db), { service: "emergency" }),
      await book(officeCtx(database.db), { service: "emergency" }),
    ];
    const [unpaged] = await react(first, "booking.requested", notifyOfRequest);
    expect(unpaged?.plain).toContain("Our office has your emergency and is finding a technician for you.");
    await react(second, "booking.requested", pageOnCallOnEmergency);
    const [paged] = await react(second, "booking.requested", notifyOfRequest);
    expect(paged?.plain).toContain("Our technicians on call have your emergency.");
  });
});

describe("cancelled visit emails", () => {
  /** Places a visit at each time and cancels the first. */
  async function placeAndCancelFirst(...times: string[]): Promise<string> {
    const office = officeCtx(database.db);
    const day = nextDay();
    const id = await book(office, {});
    const visitIds: string[] = [];
    for (const time of times) {
      const request = { bookingId: id, version: await versionOf(id), technicianId, day, time };
      const placed = await scheduleVisit(office, request);
      if (!placed.ok) throw new Error(placed.reason);
      visitIds.push(placed.visitId);
    }
    await collectVisitMails(id);
    const first = { bookingId: id, version: await versionOf(id), visitId: visitIds[0]! };
    expect(await cancelVisit(office, first)).toMatchObject({ ok: true });
    return id;
  }

  test("notifies the customer of a cancelled visit", async () => {
    const id = await placeAndCancelFirst("11:00");
    const [mail] = (await collectVisitMails(id)).toCustomer;
    expect(mail?.subject).toMatch(/^Cancelled: Plumbing, .*11:00 AM$/);
    expect(mail?.plain).toContain("Your booking remains open.");
    expect(readCalendar(mail!.attachments).get("STATUS")).toBe("CANCELLED");
  });

  test("sends nothing if the customer already knows of another planned visit", async () => {
    const id = await placeAndCancelFirst("11:00", "15:00");
    expect((await collectVisitMails(id)).toCustomer).toEqual([]);
  });
});

test("notifies the customer of the visit that was moved when there are several", async () => {
  const office = officeCtx(database.db);
  const day = nextDay();
  const id = await book(office, {});
  const at = async (time: string, visitId?: string) => {
    const request = { bookingId: id, version: await versionOf(id), technicianId, day, time, visitId };
    const placed = await scheduleVisit(office, request);
    if (!placed.ok) throw new Error(placed.reason);
    return placed.visitId;
  };
  const first = await at("09:00");
  await at("15:00");
  await collectVisitMails(id);
  await at("11:00", first);
  const [mail] = (await collectVisitMails(id)).toCustomer;
  expect(mail?.plain).toContain("11:00 AM");
});

describe("multi-day job emails", () => {
  /** Plans three days for Omar on an open booking. */
  async function planAndCollect(
    id: string,
    day: string,
    changes: Partial<Parameters<typeof planDays>[1]> = {},
  ) {
    const plan = { days: 3, minutes: 240, time: "09:00", technicianId, helperIds: [], ...changes };
    const request = { bookingId: id, version: await versionOf(id), day, ...plan };
    const answer = await planDays(officeCtx(database.db), { overrideReason: "They can", ...request });
    expect(answer).toEqual({ ok: true });
    return collectVisitMails(id);
  }

  test("sends one email with all days to the customer and one to the technician", async () => {
    const [day, later] = ["2027-03-15", "2027-03-22"];
    const id = await book(officeCtx(database.db), {});
    const plan = await planAndCollect(id, day);
    expect(plan.toCustomer).toHaveLength(1);
    expect(plan.toTechnicians).toHaveLength(1);
    for (const { plain } of [...plan.toCustomer, ...plan.toTechnicians]) {
      expect(plain).toMatch(/Day 1 of 3: Monday, 15 March 2027/);
      expect(plain).toMatch(/Day 3 of 3: Wednesday, 17 March 2027/);
    }
    expect(plan.toCustomer[0]?.subject).toMatch(/15 Mar/);
    expect(JSON.stringify(plan.toCustomer[0]?.attachments)).toContain("calendar");

    const moved = await planAndCollect(id, later);
    expect(moved.toCustomer.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^New time: .*22 Mar/),
    ]);
    expect(moved.toTechnicians).toHaveLength(1);
    expect((await planAndCollect(id, later)).toCustomer).toEqual([]);

    const shorter = await planAndCollect(id, later, { days: 2 });
    expect(shorter.toCustomer).toHaveLength(1);
    expect(shorter.toCustomer[0]?.plain).toMatch(/Day 2 of 2: Tuesday, 23 March 2027/);
    expect(shorter.toCustomer[0]?.plain).not.toContain("24 March 2027, 9");
  });

  test("notifies the customer of a day without access, while the other days remain planned", async () => {
    const office = officeCtx(database.db);
    const id = await book(office, {});
    await planAndCollect(id, "2027-05-03");
    const depart = { bookingId: id, transition: "depart", version: await versionOf(id) } as const;
    expect(await transitionBooking(office, { ...depart, confirmOtherDay: true })).toEqual({ ok: true });
    await transition(office, id, "reportNoAccess");
    const mails = await react(id, "booking.status-changed", notifyOfNoAccess);
    expect(mails.map(({ subject }) => subject)).toEqual(["We could not get in: Plumbing"]);
    expect(mails[0]!.plain).toContain("The other days remain as planned.");
    expect(mails[0]!.plain).toMatch(/Tuesday, 4 May 2027/);
    expect(mails[0]!.plain).not.toContain("3 May 2027");
  });
});

describe("calendar entries of a multi-day job", () => {
  /** Contents of each calendar entry: the last part of its UID, by the method of the file. */
  function entriesOf(attachments: { content: string }[]): Record<string, string[]> {
    return Object.fromEntries(
      attachments.map(({ content }) => {
        const lines = content.replace(/\r\n[ \t]/g, "").split("\r\n");
        const valuesOf = (name: string) =>
          lines.flatMap((line) => (line.startsWith(`${name}:`) ? line.slice(name.length + 1) : []));
        const days = valuesOf("UID").map((uid) => Number(/-(\d{1,2})@/.exec(uid)?.[1] ?? 1));
        const states = [...new Set(valuesOf("STATUS"))];
        return [valuesOf("METHOD")[0], [days.join(" "), ...states]];
      }),
    );
  }

  async function planAndCollect(id: string, day: string, days: number) {
    const plan = { days, minutes: 240, time: "09:00", technicianId, helperIds: [], day };
    const request = { bookingId: id, version: await versionOf(id), overrideReason: "They can", ...plan };
    expect(await planDays(officeCtx(database.db), request)).toEqual({ ok: true });
    const [mail] = (await collectVisitMails(id)).toCustomer;
    return entriesOf(mail!.attachments);
  }

  test("removes a cancelled day, and all days when the job is cancelled", async () => {
    const id = await book(officeCtx(database.db), {});
    const day = "2027-04-05";
    expect(await planAndCollect(id, day, 3)).toEqual({ REQUEST: ["1 2 3", "CONFIRMED"] });
    expect(await planAndCollect(id, day, 2)).toEqual({
      REQUEST: ["1 2", "CONFIRMED"],
      CANCEL: ["3", "CANCELLED"],
    });
    await transition(officeCtx(database.db), id, "cancel", "The flat was sold");
    const [mail] = await react(id, "booking.cancelled", notifyOfCancellation);
    expect(entriesOf(mail!.attachments)).toEqual({ CANCEL: ["1 2 3", "CANCELLED"] });
  });

  test("keeps completed days", async () => {
    const id = await book(officeCtx(database.db), {});
    await planAndCollect(id, "2027-04-12", 3);
    await database.db
      .updateTable("visits")
      .set({ state: "work_done", endedAt: new Date() })
      .where("bookingId", "=", id)
      .where("startsAt", "<", new Date("2027-04-13T00:00:00Z"))
      .execute();
    await transition(officeCtx(database.db), id, "cancel", "The flat was sold");
    const [mail] = await react(id, "booking.cancelled", notifyOfCancellation);
    expect(entriesOf(mail!.attachments)).toEqual({ CANCEL: ["2 3", "CANCELLED"] });
  });
});

describe("online change hint", () => {
  async function confirmedMail(day: string, now: Date) {
    const office = officeCtx(database.db);
    const id = await book(office, { preferredDate: day, preferredTime: "10:00" });
    await transition(office, id, "confirm");
    const [event] = await readTrail(database.db, { subjectId: id, type: "booking.confirmed" });
    await closeDigests();
    await notifyOfConfirmation.run(
      { ...office, now },
      event as unknown as RecordedEvent<"booking.confirmed">,
      {
        config,
      },
    );
    const [mail] = await database.db
      .selectFrom("mails")
      .select("plain")
      .where("trailId", "=", event!.id)
      .execute();
    return mail!.plain;
  }

  test("names the cut-off of a confirmed visit before it has passed", async () => {
    const day = nextDay();
    const plain = await confirmedMail(day, new Date());
    // 12 hours before 10:00 AM.
    expect(plain).toMatch(/You can change or cancel online until .*10:00 PM\./);
  });

  test("asks for a call after the cut-off", async () => {
    const day = nextDay();
    const plain = await confirmedMail(day, new Date(`${day}T03:00:00Z`));
    expect(plain).toContain("To change or cancel this visit, please call us.");
    expect(plain).not.toContain("online");
  });

  test("offers to withdraw a request until it is confirmed", async () => {
    const id = await book(officeCtx(database.db), { preferredDate: nextDay(), preferredTime: "10:00" });
    const [mail] = await react(id, "booking.requested", notifyOfRequest);
    expect(mail?.plain).toContain("You can change or cancel your request online until we confirm it.");
  });
});

describe("request confirmation emails", () => {
  /** All emails to the customer after the booking was requested. */
  async function mailsOf(id: string) {
    const confirmed = await react(id, "booking.confirmed", notifyOfConfirmation);
    return [...confirmed, ...(await collectVisitMails(id)).toCustomer];
  }

  test("sends one email with time and technician for a held slot", async () => {
    const office = officeCtx(database.db);
    const id = await book(office, { preferredDate: nextDay(), preferredTime: "10:00" });
    await transition(office, id, "confirm");
    const [mail, ...moreMails] = await mailsOf(id);
    expect(moreMails).toEqual([]);
    expect(mail?.subject).toMatch(/^Confirmed: Plumbing, .*10:00 AM$/);
    expect(mail?.plain).toContain("Technician: Omar Saleh");
    expect(mail?.plain).not.toContain("no longer applies");
    expect(readCalendar(mail!.attachments).get("STATUS")).toBe("CONFIRMED");
  });

  test("sends one email with the new and the held time after a move on the board", async () => {
    const office = officeCtx(database.db);
    const [requestedDay, placedDay] = [nextDay(), nextDay()];
    const id = await book(office, { preferredDate: requestedDay, preferredTime: "10:00" });
    const { id: visitId } = await database.db
      .selectFrom("visits")
      .select("id")
      .where("bookingId", "=", id)
      .executeTakeFirstOrThrow();
    const request = { bookingId: id, version: 1, visitId, technicianId, day: placedDay, time: "15:00" };
    expect(await scheduleVisit(office, request)).toMatchObject({ ok: true, visitId });
    const [mail, ...moreMails] = await mailsOf(id);
    expect(moreMails).toEqual([]);
    expect(mail?.subject).toMatch(/^Confirmed: Plumbing, .*3:00 PM$/);
    expect(mail?.plain).toMatch(/The earlier time, .*10:00 AM, no longer applies\./);
  });

  test("sends one email when a request without a time is placed", async () => {
    const office = officeCtx(database.db);
    const id = await book(office);
    const request = { bookingId: id, version: 1, technicianId, day: nextDay(), time: "11:00" };
    expect(await scheduleVisit(office, request)).toMatchObject({ ok: true });
    const [mail, ...moreMails] = await mailsOf(id);
    expect(moreMails).toEqual([]);
    expect(mail?.subject).toMatch(/^Confirmed: Plumbing, .*11:00 AM$/);
    expect(mail?.plain).toContain("Technician: Omar Saleh");
  });

  test("promises no time after the hold has expired", async () => {
    const office = officeCtx(database.db);
    const day = nextDay();
    const id = await book(office, { preferredDate: day, preferredTime: "10:00" });
    await transition({ ...office, now: new Date(`${day}T12:00:00Z`) }, id, "confirm");
    const [mail] = await mailsOf(id);
    expect(mail?.subject).toMatch(/^Confirmed: Plumbing, BK-/);
    expect(mail?.plain).toContain("When: To be agreed");
    expect(mail?.plain).toMatch(/The earlier time, .*10:00 AM, no longer applies\./);
    expect(mail?.attachments).toEqual([]);
  });
});

test("names both times when the office moves an unassigned visit", async () => {
  const office = officeCtx(database.db);
  const [before, after] = [nextDay(), nextDay()];
  const id = await book(office, { preferredDate: before, preferredTime: "10:00" });
  await transition(office, id, "confirm");
  const unassign = { bookingId: id, transition: "unassign", version: await versionOf(id) } as const;
  expect(await transitionBooking(office, unassign)).toEqual({ ok: true });
  const request = { bookingId: id, version: await versionOf(id), technicianId, day: after, time: "15:00" };
  expect(await assignTechnician(office, request)).toMatchObject({ ok: true });
  const [mail] = (await collectVisitMails(id)).toCustomer;
  expect(mail?.plain).toContain("Your visit has a new time");
  expect(mail?.plain).toMatch(/We are now coming on .*3:00 PM/);
  expect(mail?.plain).toMatch(/The earlier time, .*10:00 AM, no longer applies\./);
});

describe("emails for several bookings of a customer", () => {
  /** Runs a reaction to the latest event of each booking, and returns all emails. */
  // biome-ignore lint/suspicious/noExplicitAny: the type of the event does not matter here.
  async function reactToAll(bookingIds: string[], type: string, reaction: Reaction<any>) {
    await closeDigests();
    const trailIds = [];
    for (const subjectId of bookingIds) {
      const event = (await readTrail(database.db, { subjectId, type })).at(-1)!;
      trailIds.push(Number(event.id));
      const ctx = { ...officeCtx(database.db), actor: system };
      await reaction.run(ctx, event as unknown as RecordedEvent<never>, { config });
    }
    return database.db.selectFrom("mails").selectAll().where("trailId", "in", trailIds).execute();
  }

  const referencesOf = async (ids: string[]) => {
    const rows = await database.db
      .selectFrom("bookings")
      .select("reference")
      .where("id", "in", ids)
      .orderBy("reference")
      .execute();
    return rows.map(({ reference }) => reference);
  };
  const linked = (html: string) =>
    [
      ...new Set([...html.matchAll(/\/bookings\/(BK-[\d-]+)\?key=/g)].map(([, reference]) => reference)),
    ].sort();

  async function completedBooking(): Promise<string> {
    const office = officeCtx(database.db);
    const id = await book(office, { preferredDate: nextDay(), preferredTime: "10:00" });
    await transition(office, id, "confirm");
    const depart = { bookingId: id, transition: "depart", version: await versionOf(id) } as const;
    expect(await transitionBooking(office, { ...depart, confirmOtherDay: true })).toEqual({ ok: true });
    for (const step of ["arrive", "finishWork", "complete"] as const) await transition(office, id, step);
    return id;
  }

  async function expiredHold(): Promise<string> {
    const id = await book(officeCtx(database.db), { preferredDate: nextDay(), preferredTime: "10:00" });
    await expireHold(id);
    return id;
  }

  test.each([
    ["completed work", completedBooking, "booking.status-changed", notifyOfCompletion, "Done: Plumbing"],
    [
      "released holds",
      expiredHold,
      "booking.hold-expired",
      notifyOfExpiredHold,
      "Your time was released: Plumbing",
    ],
  ] as const)(
    "sends one email about %s of two bookings, and no digest about one",
    async (_, make, type, reaction, subject) => {
      const ids = [await make(), await make()];
      const [mail, ...others] = await reactToAll(ids, type, reaction);
      expect(others).toEqual([]);
      expect(mail?.subject).toContain(subject);
      expect(mail?.subject).toMatch(/ \(\+1 more\)$/);
      const references = await referencesOf(ids);
      for (const reference of references) expect(mail?.plain).toContain(`Reference: ${reference}`);
      expect(linked(mail!.html)).toEqual(references);
      for (const subjectId of ids)
        expect((await listMails(officeCtx(database.db), { subjectId, limit: 50 })).mails).toContainEqual(
          expect.objectContaining({ subject: mail!.subject }),
        );

      const [single] = await reactToAll([await make()], type, reaction);
      expect(single?.subject).toContain(subject);
      expect(single?.subject).not.toContain("more)");
      expect(single?.plain).not.toContain("Updates:");
    },
  );

  test("writes one email for each language of the recipient's requests", async () => {
    const ids = [await completedBooking(), await completedBooking(), await completedBooking()];
    const second = database.db.updateTable("bookings").set({ language: "en-XB" });
    await second.where("id", "=", ids[1]!).execute();
    const mails = await reactToAll(ids, "booking.status-changed", notifyOfCompletion);
    const languageOf = ({ html }: { html: string }) => /<html lang="([^"]+)"/.exec(html)?.[1];
    expect(mails.map(languageOf).sort()).toEqual(["en", "en-XB"]);
    const english = mails.find((mail) => languageOf(mail) === "en");
    expect(english?.subject).toMatch(/ \(\+1 more\)$/);
    expect(linked(english!.html)).toEqual(await referencesOf([ids[0]!, ids[2]!]));
  });
});

describe("emails of moves by the customer", () => {
  async function moved(id: string, day: string, time: string) {
    const request = { bookingId: id, version: await versionOf(id), day, time };
    const customer = asLinkHolder(officeCtx(database.db), id);
    expect(await rescheduleBooking(customer, request, config)).toEqual({ ok: true });
    return readTrail(database.db, { subjectId: id, type: "booking.rescheduled" });
  }

  test("promises no visit for a request whose held time was moved", async () => {
    const [before, after] = [nextDay(), nextDay()];
    const id = await book(officeCtx(database.db), { preferredDate: before, preferredTime: "10:00" });
    await moved(id, after, "15:00");
    const [mail] = await react(id, "booking.rescheduled", notifyOfRescheduling);
    expect(mail?.plain).toContain("Your request has a new time");
    expect(mail?.plain).toMatch(/We are now holding .*3:00 PM – 4:00 PM \(Dubai time\) for you until/);
    expect(mail?.plain).toMatch(/When: .*3:00 PM/);
    expect(mail?.plain).not.toContain("We are now coming");
    expect(readCalendar(mail!.attachments).get("STATUS")).toBe("TENTATIVE");
  });

  test("sends customer and office only the last time of a visit that was moved twice", async () => {
    const office = officeCtx(database.db);
    const days = [nextDay(), nextDay(), nextDay()] as const;
    const id = await book(office, { preferredDate: days[0], preferredTime: "10:00" });
    await transition(office, id, "confirm");
    await moved(id, days[1], "11:00");
    const [first] = (await moved(id, days[2], "15:00")) as unknown as [RecordedEvent<"booking.rescheduled">];
    for (const reaction of [notifyOfRescheduling, notifyOfficeOfRescheduling]) {
      await reaction.run(office, first, { config });
      const [mail] = await react(id, "booking.rescheduled", reaction);
      expect(mail?.subject).toMatch(/3:00 PM$/);
    }
    const sent = database.db.selectFrom("mails").select("subject").where("trailId", "=", first.id);
    expect(await sent.execute()).toEqual([]);
  });
});

test("tells the office of a removed visit only if the cancelled booking still had one", async () => {
  const office = officeCtx(database.db);
  const texts = [];
  for (const isReleased of [false, true]) {
    const id = await book(office, { preferredDate: nextDay(), preferredTime: "10:00" });
    if (isReleased) {
      await expireHold(id);
    }
    await transition(asLinkHolder(office, id), id, "cancel");
    const [mail] = await react(id, "booking.cancelled", notifyOfficeOfCancellation);
    texts.push(mail!.plain);
  }
  expect(texts[0]).toContain("Its visit has been removed from the calendar.");
  expect(texts[1]).not.toContain("calendar");
});

test("shows a held time as the visit's time when its booking is cancelled or declined", async () => {
  const office = officeCtx(database.db);
  for (const [verb, type, reaction] of [
    ["cancel", "booking.cancelled", notifyOfCancellation],
    ["decline", "booking.declined", notifyOfDecline],
  ] as const) {
    const id = await book(office, { preferredDate: nextDay(), preferredTime: "10:00" });
    await transition(office, id, verb, "A reason");
    const [mail] = await react(id, type, reaction);
    expect(mail?.plain).not.toContain("your preference");
    expect(mail?.plain.replaceAll("\u00a0", " ")).toMatch(
      /When: .*10:00 AM – 11:00 AM \(Dubai time\), cancelled/,
    );
  }
  const open = await book(office, { preferredDate: nextDay() });
  await transition(office, open, "cancel");
  const [mail] = await react(open, "booking.cancelled", notifyOfCancellation);
  // Nothing will be confirmed any more.
  expect(mail?.plain).not.toContain("your preference");
});

describe("“on the way” emails", () => {
  const departed = async (minutes?: 15 | 30) => {
    const office = officeCtx(database.db, new Date("2026-11-21T08:00:00Z"));
    const id = await book(office, { preferredDate: nextDay(), preferredTime: "10:00" });
    await transition(office, id, "confirm");
    const visit = { bookingId: id, visitId: await visitOf(id) };
    const departs = {
      ...visit,
      transition: "depart",
      version: await versionOf(id),
      confirmOtherDay: true,
    } as const;
    // Departure on time: planned for ten minutes later, with a longer travel time.
    const startsAt = addMinutes(office.now, 10);
    await database.db
      .updateTable("visits")
      .set({ startsAt, endsAt: addMinutes(startsAt, 60) })
      .where("id", "=", visit.visitId)
      .execute();
    expect(await transitionBooking(office, departs)).toEqual({ ok: true });
    const later = async (minutes: 15 | 30) =>
      expect(await delayVisit(office, { ...visit, version: await versionOf(id), minutes })).toEqual({
        ok: true,
      });
    if (minutes) await later(minutes);
    return { id, later };
  };
  const finish = (id: string) =>
    database.db.updateTable("visits").set({ state: "cancelled" }).where("bookingId", "=", id).execute();

  test("names the technician's estimated arrival and marks it as an estimate", async () => {
    const { id } = await departed();
    const [mail] = await react(id, "booking.status-changed", notifyOnTheWay);
    expect(mail?.subject).toBe("Omar Saleh is on the way: Plumbing");
    expect(mail?.plain).toMatch(/Expected at about 12:40 PM\. See your booking for the latest time/);
    await finish(id);
  });

  test("reports a delay once with the latest time, and never after the arrival", async () => {
    const { id, later } = await departed(15);
    const first = await react(id, "booking.delayed", notifyOfDelay);
    expect(first.map(({ subject }) => subject)).toEqual(["Now expected at about 12:55 PM: Plumbing"]);
    expect(first[0]?.plain).toContain("Omar Saleh is running late and should now be with you at about");
    await later(15);
    const [older] = (await readTrail(database.db, { subjectId: id, type: "booking.delayed" })) as unknown as [
      RecordedEvent<"booking.delayed">,
    ];
    const sentDelays = () =>
      database.db.selectFrom("mails").select("subject").where("kind", "=", "on-the-way-later").execute();
    const before = (await sentDelays()).length;
    await notifyOfDelay.run(officeCtx(database.db), older, { config });
    expect(await sentDelays()).toHaveLength(before);
    expect((await react(id, "booking.delayed", notifyOfDelay))[0]?.subject).toBe(
      "Now expected at about 1:10 PM: Plumbing",
    );
    await later(30);
    await transition(officeCtx(database.db), id, "arrive");
    expect(await react(id, "booking.delayed", notifyOfDelay)).toEqual([]);
    await finish(id);
  });
});

describe("undone departure emails", () => {
  async function departed() {
    const office = officeCtx(database.db);
    const id = await book(office, { preferredDate: nextDay(), preferredTime: "10:00" });
    await transition(office, id, "confirm");
    const step = async (move: "depart" | "undoDepart") => {
      const request = {
        bookingId: id,
        transition: move,
        version: await versionOf(id),
        confirmOtherDay: true,
      };
      expect(await transitionBooking(office, request)).toEqual({ ok: true });
    };
    await step("depart");
    return { id, undo: () => step("undoDepart") };
  }
  const kept = async (id: string) => {
    const entries = await readTrail(database.db, { subjectId: id, type: "booking.status-changed" });
    const ids = entries.map((entry) => Number(entry.id));
    return database.db
      .selectFrom("mails")
      .selectAll()
      .where("trailId", "in", ids)
      .orderBy("trailId")
      .execute();
  };

  test("notifies recipients of the “on the way” email", async () => {
    const { id, undo } = await departed();
    const [firstMail] = await react(id, "booking.status-changed", notifyOnTheWay);
    await database.db
      .updateTable("mails")
      .set({ state: "sent", sentAt: new Date(), dueAt: null, attempts: 1 })
      .where("id", "=", firstMail!.id)
      .execute();
    await undo();
    const [mail] = await react(id, "booking.status-changed", notifyOfUndoneDeparture);
    expect(mail?.subject).toBe("Not on the way yet: Plumbing");
    expect(mail?.plain).toContain("That was a mistake");
    expect(mail?.plain).toMatch(/Your visit remains as planned: .*10:00/);
    expect(await kept(id)).toHaveLength(2);
  });

  test("withdraws the “on the way” email that is still queued", async () => {
    const { id, undo } = await departed();
    expect(await react(id, "booking.status-changed", notifyOnTheWay)).toHaveLength(1);
    await undo();
    expect(await react(id, "booking.status-changed", notifyOfUndoneDeparture)).toEqual([]);
    expect(await kept(id)).toEqual([]);
  });

  test("sends nothing if no “on the way” email was sent", async () => {
    const { id, undo } = await departed();
    await undo();
    expect(await react(id, "booking.status-changed", notifyOfUndoneDeparture)).toEqual([]);
    expect(await kept(id)).toEqual([]);
  });
});

describe("emails over the life of a booking", () => {
  test("creates, moves and removes one calendar entry from confirmation to cancellation", async () => {
    const office = officeCtx(database.db);
    const [first, second] = [nextDay(), nextDay()];
    const id = await book(office, { preferredDate: first, preferredTime: "10:00" });

    await transition(office, id, "confirm");
    const unassign = { bookingId: id, transition: "unassign", version: await versionOf(id) } as const;
    expect(await transitionBooking(office, unassign)).toEqual({ ok: true });
    const [confirmed] = await react(id, "booking.confirmed", notifyOfConfirmation);
    expect(confirmed?.subject).toMatch(/^Confirmed: Plumbing, .*10:00 AM$/);

    const assigned = await assignTechnician(office, {
      bookingId: id,
      version: await versionOf(id),
      technicianId,
      day: first,
      time: "11:00",
    });
    expect(assigned).toMatchObject({ ok: true });
    const [assignment] = (await collectVisitMails(id)).toCustomer;
    expect(assignment?.subject).toMatch(/^New time: Plumbing, .*11:00 AM$/);
    expect(readCalendar(assignment!.attachments).get("STATUS")).toBe("CONFIRMED");

    const customer = asLinkHolder(office, id);
    const moved = await rescheduleBooking(
      customer,
      { bookingId: id, version: await versionOf(id), day: second, time: "15:00" },
      config,
    );
    expect(moved).toEqual({ ok: true });
    const [rescheduled] = await react(id, "booking.rescheduled", notifyOfRescheduling);
    expect(rescheduled?.subject).toMatch(/^New time: Plumbing, .*3:00 PM$/);
    expect(rescheduled?.plain).toMatch(/The earlier time, .*11:00 AM, no longer applies\./);
    expect(await react(id, "booking.rescheduled", notifyOfficeOfRescheduling)).toHaveLength(1);

    await transition(customer, id, "cancel");
    const [cancelled] = await react(id, "booking.cancelled", notifyOfCancellation);
    expect(cancelled?.plain).toContain("As you asked, we have cancelled this booking.");
    const [officeMail] = await react(id, "booking.cancelled", notifyOfficeOfCancellation);
    expect(officeMail?.recipient).toBe("office@company.example");

    const calendars = [confirmed, assignment, rescheduled, cancelled].map((mail) =>
      readCalendar(mail!.attachments),
    );
    expect(new Set(calendars.map((calendar) => calendar.get("UID"))).size).toBe(1);
    expect(calendars.map((calendar) => calendar.get("METHOD"))).toEqual([
      "REQUEST",
      "REQUEST",
      "REQUEST",
      "CANCEL",
    ]);
    expect(calendars.map((calendar) => Number(calendar.get("SEQUENCE")))).toEqual([3, 4, 5, 6]);
    expect(calendars.at(-1)?.get("STATUS")).toBe("CANCELLED");
    expect(calendars.at(-1)?.get("DTSTART;TZID=Asia/Dubai")).toBe(`${second.replaceAll("-", "")}T150000`);
  });

  test("sends the reason to the customer, and nothing to the office, when the office declines or cancels", async () => {
    const office = officeCtx(database.db);
    const declined = await book(office);
    await transition(office, declined, "decline", "Outside our service area");
    const [decline] = await react(declined, "booking.declined", notifyOfDecline);
    expect(decline?.plain).toContain("Reason: Outside our service area");
    expect(decline?.attachments).toEqual([]);

    const cancelled = await book(office);
    await transition(office, cancelled, "cancel", "Our van broke down");
    const [cancellation] = await react(cancelled, "booking.cancelled", notifyOfCancellation);
    expect(cancellation?.plain).toContain("Reason: Our van broke down");
    expect(await react(cancelled, "booking.cancelled", notifyOfficeOfCancellation)).toEqual([]);
  });

  test("skips an email made obsolete by a later event", async () => {
    const office = officeCtx(database.db);
    const id = await book(office);
    await transition(office, id, "confirm");
    await transition(office, id, "cancel");
    expect(await react(id, "booking.confirmed", notifyOfConfirmation)).toEqual([]);
    expect(await react(id, "booking.cancelled", notifyOfCancellation)).toHaveLength(1);
  });
});

test("queues nothing twice when a reaction runs again", async () => {
  const id = await book(officeCtx(database.db));
  await react(id, "booking.requested", notifyOfRequest);
  expect(await react(id, "booking.requested", notifyOfRequest)).toHaveLength(1);
});

test("escapes customer input in HTML, subjects and calendar files", async () => {
  const id = await book(officeCtx(database.db), {
    preferredDate: nextDay(),
    preferredTime: "10:00",
    customerName: '<img src=x onerror="alert(1)">',
    message: "</td><script>alert(1)</script>\r\nEND:VCALENDAR",
    addressParts: {
      street: "A\r\nATTENDEE:mailto:evil@example.com",
      buildingName: "",
      unitNumber: "",
      area: "X\r\nBcc: evil@example.com",
      landmark: "",
    },
  });
  const [mail] = await react(id, "booking.requested", notifyOfRequest);
  expect(mail?.html).not.toMatch(/<img|<script/);
  expect(mail?.html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
  const lines = mail!.attachments[0]!.content.split("\r\n");
  expect(lines.filter((line) => line.startsWith("ATTENDEE"))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith("END:VCALENDAR"))).toHaveLength(1);
  const [alert] = await react(id, "booking.requested", notifyOfficeOfRequest);
  expect(alert?.subject).not.toMatch(/[\r\n]/);
});

describe("correction emails", () => {
  const correct = async (id: string, correction: Partial<Parameters<typeof correctBooking>[1]>) => {
    const request = { bookingId: id, version: await versionOf(id), ...correction };
    expect(await correctBooking(officeCtx(database.db), request)).toEqual({ ok: true });
  };
  /** Correction emails, after the notification delay. */
  const collectCorrectionMails = async (id: string, now = addMinutes(new Date(), 2)) => {
    const before = await readTrail(database.db, {
      subjectId: id,
      type: "booking.correction-notification-due",
    });
    await flushDueCorrectionNotifications({
      actor: system,
      db: database.db,
      now,
      requestId: "test",
      locale: "en",
    });
    const after = await readTrail(database.db, {
      subjectId: id,
      type: "booking.correction-notification-due",
    });
    return after.length > before.length
      ? react(id, "booking.correction-notification-due", notifyOfCorrection)
      : [];
  };
  const marinaAddress = {
    street: "Marina Walk 3",
    buildingName: "",
    unitNumber: "",
    area: "Dubai Marina",
    landmark: "",
  };

  test("sends the corrected address and updates the calendar entry", async () => {
    const day = nextDay();
    const id = await book(officeCtx(database.db), { preferredDate: day, preferredTime: "10:00" });
    await correct(id, { addressParts: marinaAddress });
    expect(await collectCorrectionMails(id, new Date())).toEqual([]);
    const [mail] = await collectCorrectionMails(id);
    expect(mail?.subject).toMatch(/^Updated: Plumbing, BK-/);
    expect(mail?.plain).toContain("We have updated your booking: address.");
    expect(mail?.plain).toMatch(/Updated address: Palm Street 7, .* → Marina Walk 3, Dubai Marina/);
    const calendar = readCalendar(mail!.attachments);
    expect(calendar.get("SEQUENCE")).toBe("2");
    expect(calendar.get("LOCATION")).toBe("Marina Walk 3\\, Dubai Marina");
  });

  test("skips the notification delay when the office sends updates now", async () => {
    const office = officeCtx(database.db);
    const id = await book(office, { preferredDate: nextDay(), preferredTime: "10:00" });
    const { id: visitId } = await database.db
      .selectFrom("visits")
      .select("id")
      .where("bookingId", "=", id)
      .executeTakeFirstOrThrow();
    await correct(id, { addressParts: marinaAddress });
    expect(await sendPendingNotifications(office, [visitId])).toEqual({ ok: true });
    const [mail] = await react(id, "booking.correction-notification-due", notifyOfCorrection);
    expect(mail?.plain).toContain("We have updated your booking: address.");
    expect(await collectCorrectionMails(id)).toEqual([]);
  });

  test("sends a corrected email address its own link, and nothing to the old address", async () => {
    const id = await book(officeCtx(database.db), {});
    const [received] = await react(id, "booking.requested", notifyOfRequest);
    await correct(id, { email: "right@customer.example" });
    const mails = await collectCorrectionMails(id);
    expect(mails.map(({ recipient }) => recipient)).toEqual(["right@customer.example"]);
    // The wrong address may belong to a stranger.
    expect(mails[0]?.plain).not.toContain("aisha@customer.example");
    const linkIn = (plain: string) => /key=([\w-]{32})/.exec(plain)![1];
    expect(linkIn(mails[0]!.plain)).not.toBe(linkIn(received!.plain));
  });

  test("sends nothing for a corrected phone number or message", async () => {
    const id = await book(officeCtx(database.db), {});
    await correct(id, { phone: "+971507770001", message: "The tap drips" });
    // The board marks visits with a pending notification.
    const pendingNotifications = await database.db
      .selectFrom("pendingCorrectionNotifications")
      .select("bookingId")
      .where("bookingId", "=", id)
      .execute();
    expect(pendingNotifications).toEqual([]);
    expect(await collectCorrectionMails(id)).toEqual([]);
  });

  test("combines several corrections in one email and omits reverted ones", async () => {
    const id = await book(officeCtx(database.db), {});
    const { addressParts: home } = await database.db
      .selectFrom("bookings")
      .select("addressParts")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await correct(id, { addressParts: marinaAddress });
    await correct(id, { customerName: "Aisha Marri" });
    await correct(id, { addressParts: { ...marinaAddress, street: "Marina Walk 4" } });
    const mails = await collectCorrectionMails(id);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Updated: /)]);
    expect(mails[0]?.plain).toContain("We have updated your booking: address, name.");
    expect(mails[0]?.plain).toMatch(/Updated address: Palm Street 7, .* → Marina Walk 4, Dubai Marina/);
    expect(mails[0]?.plain).not.toContain("Marina Walk 3");
    expect(await collectCorrectionMails(id, addMinutes(new Date(), 5))).toEqual([]);

    await correct(id, { addressParts: home });
    await correct(id, { addressParts: { ...marinaAddress, street: "Marina Walk 4" } });
    expect(await collectCorrectionMails(id)).toEqual([]);
  });

  test("notifies a restored email address, because its link was revoked", async () => {
    const id = await book(officeCtx(database.db), {});
    await correct(id, { email: "wrong@customer.example" });
    await correct(id, { email: "aisha@customer.example" });
    const mails = await collectCorrectionMails(id);
    expect(mails.map(({ recipient }) => recipient)).toEqual(["aisha@customer.example"]);
  });

  test("notifies of a corrected emergency without delay", async () => {
    const id = await book(officeCtx(database.db), { service: "emergency" });
    await correct(id, { addressParts: marinaAddress });
    expect(await react(id, "booking.correction-notification-due", notifyOfCorrection)).toHaveLength(1);
    expect(await collectCorrectionMails(id)).toEqual([]);
  });

  test("sends nothing for a completed booking", async () => {
    const id = await book(officeCtx(database.db), {});
    await transition(officeCtx(database.db), id, "cancel");
    await correct(id, { email: "late@customer.example" });
    expect(await collectCorrectionMails(id)).toEqual([]);
  });
});

describe("pending notifications of visit changes", () => {
  // One email to a technician covers all visits whose notifications are due.
  beforeEach(async () => {
    await database.db.deleteFrom("pendingVisitNotifications").execute();
  });

  /** A booking whose customer and technician know its visit at ten. */
  async function bookAndConfirm() {
    const office = officeCtx(database.db);
    const day = nextDay();
    const id = await book(office, { preferredDate: day, preferredTime: "10:00" });
    await transition(office, id, "confirm");
    const { id: visitId } = await database.db
      .selectFrom("visits")
      .select("id")
      .where("bookingId", "=", id)
      .executeTakeFirstOrThrow();
    await react(id, "booking.confirmed", notifyOfConfirmation);
    const { toTechnicians } = await collectVisitMails(id);
    expect(toTechnicians).toMatchObject([
      {
        subject: expect.stringMatching(/^Your visit: Plumbing, Al Barsha, .*10:00 AM$/),
        // A technician's reply must not reach the customer.
        replyTo: "office@company.example",
        // Without a sign-in, a link to the visits would not work.
        plain: expect.stringContaining("Call the office: +971500000001"),
      },
    ]);
    const arrange = async (time: string, more: { notifyCustomer?: boolean; technicianId?: string } = {}) => {
      const request = { bookingId: id, version: await versionOf(id), visitId, technicianId, day, time };
      const overrideReason = more.technicianId ? "She can" : undefined;
      expect(await scheduleVisit(office, { ...request, ...more, overrideReason })).toMatchObject({
        ok: true,
      });
    };
    return { office, day, id, visitId, arrange };
  }

  async function hire(name: string): Promise<string> {
    const email = `${name.toLowerCase()}@company.example`;
    const { id } = await database.db
      .insertInto("technicians")
      .values({ name, email, phone: "+971500000008", createdAt: new Date() })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }

  const pendingNotifications = (visitId: string) =>
    database.db.selectFrom("pendingVisitNotifications").selectAll().where("visitId", "=", visitId).execute();

  test("combines moves in one email per recipient, from the last known to the current time", async () => {
    const { id, arrange } = await bookAndConfirm();
    for (const time of ["11:00", "13:00", "12:00", "15:00"]) await arrange(time);
    // The delay has not passed.
    expect(await collectVisitMails(id, { now: new Date() })).toEqual({ toCustomer: [], toTechnicians: [] });
    const { toCustomer, toTechnicians } = await collectVisitMails(id);
    expect(toCustomer.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^New time: Plumbing, .*3:00 PM$/),
    ]);
    expect(toCustomer[0]?.plain).toMatch(/The earlier time, .*10:00 AM, no longer applies\./);
    expect(toTechnicians.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Rescheduled: Plumbing, Al Barsha, now .*3:00 PM$/),
    ]);
    expect(await collectVisitMails(id)).toEqual({ toCustomer: [], toTechnicians: [] });
  });

  test("restarts the delay after another change, and names the time in the last email as the earlier one", async () => {
    const { id, visitId, arrange, office, day } = await bookAndConfirm();
    await arrange("11:00");
    const later = { ...office, now: addMinutes(new Date(), 3) };
    const request = {
      bookingId: id,
      version: await versionOf(id),
      visitId,
      technicianId,
      day,
      time: "13:00",
    };
    expect(await scheduleVisit(later, request)).toMatchObject({ ok: true });
    expect((await collectVisitMails(id)).toCustomer).toEqual([]);
    const { toCustomer } = await collectVisitMails(id, { now: addMinutes(new Date(), 5) });
    expect(toCustomer).toHaveLength(1);
    // The customer never knew of 11:00.
    expect(toCustomer[0]?.plain).toMatch(/We are now coming on .*1:00 PM/);
    expect(toCustomer[0]?.plain).toMatch(/The earlier time, .*10:00 AM, no longer applies\./);
    expect(toCustomer[0]?.plain).not.toContain("11:00 AM,");
  });

  test("sends nothing if a visit returns to the last known state", async () => {
    const { id, visitId, arrange, office } = await bookAndConfirm();
    await arrange("11:00");
    await arrange("10:00");
    expect(await pendingNotifications(visitId)).toEqual([]);

    // Cancelled and placed again: a new visit, but unchanged for the recipients.
    const visit = { bookingId: id, version: await versionOf(id), visitId };
    expect(await cancelVisit(office, visit)).toMatchObject({ ok: true });
    const { day } = { day: await dayOf(visitId) };
    const request = { bookingId: id, version: await versionOf(id), technicianId, day, time: "10:00" };
    expect(await scheduleVisit(office, request)).toMatchObject({ ok: true });
    expect(await collectVisitMails(id)).toEqual({ toCustomer: [], toTechnicians: [] });
  });

  test("notifies crew members of their own changes and not of swapped roles", async () => {
    const { id, visitId, office, day, arrange } = await bookAndConfirm();
    const second = await hire("Yusuf");
    const visit = async () => ({ bookingId: id, version: await versionOf(id), visitId });
    const request = { ...(await visit()), technicianId: second, overrideReason: "He can" };
    expect(await addVisitHelper(office, request)).toEqual({ ok: true });
    const joined = await collectVisitMails(id);
    expect(joined.toCustomer).toEqual([]);
    expect(joined.toTechnicians.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ["yusuf@company.example", expect.stringMatching(/^Your visit: Plumbing, Al Barsha, .*10:00 AM$/)],
    ]);
    expect(joined.toTechnicians[0]?.plain).toContain("With you: Omar Saleh");

    await arrange("12:00", { technicianId });
    const moved = await collectVisitMails(id);
    expect(moved.toCustomer[0]?.plain).toContain("Technician: Omar Saleh, Yusuf");
    expect(moved.toTechnicians.map(({ recipient }) => recipient).sort()).toEqual([
      "omar@company.example",
      "yusuf@company.example",
    ]);

    const swapped = {
      ...(await visit()),
      technicianId: second,
      day,
      time: "12:00",
      overrideReason: "He can",
    };
    expect(await scheduleVisit(office, swapped)).toMatchObject({ ok: true });
    const swappedMails = await collectVisitMails(id);
    expect(swappedMails.toTechnicians).toEqual([]);
    expect(swappedMails.toCustomer.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Yusuf is coming to you on .*12:00 PM$/),
    ]);

    expect(await removeVisitHelper(office, { ...(await visit()), technicianId })).toEqual({ ok: true });
    const removedMails = await collectVisitMails(id);
    expect(removedMails.toCustomer).toEqual([]);
    expect(removedMails.toTechnicians.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ["omar@company.example", expect.stringMatching(/^Removed from your schedule: Plumbing/)],
    ]);
  });

  test("notifies the new technician and the former one after a reassignment", async () => {
    const { id, arrange } = await bookAndConfirm();
    await arrange("10:00", { technicianId: await hire("Sara") });
    const { toCustomer, toTechnicians } = await collectVisitMails(id);
    expect(toCustomer.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Sara is coming to you on .*10:00 AM$/),
    ]);
    const subjects = Object.fromEntries(toTechnicians.map(({ recipient, subject }) => [recipient, subject]));
    expect(subjects).toEqual({
      "sara@company.example": expect.stringMatching(/^Your visit: Plumbing/),
      "omar@company.example": expect.stringMatching(/^Reassigned: Plumbing/),
    });
  });

  test("sends customer and technicians one email each about several reassigned bookings", async () => {
    const bookings = [await bookAndConfirm(), await bookAndConfirm(), await bookAndConfirm()];
    const replacement = await hire("Hamad");
    for (const { arrange } of bookings) await arrange("10:00", { technicianId: replacement });
    const { toCustomer, toTechnicians } = await collectVisitMails(bookings.map(({ id }) => id));
    expect(toTechnicians.map(({ recipient, subject }) => [recipient, subject]).sort()).toEqual([
      ["hamad@company.example", expect.stringMatching(/^Your visit: Plumbing, .* \(\+2 more\)$/)],
      ["omar@company.example", expect.stringMatching(/^Reassigned: Plumbing, .* \(\+2 more\)$/)],
    ]);
    const [assigned] = toTechnicians.filter(({ recipient }) => recipient.startsWith("hamad"));
    expect(assigned?.plain.match(/^Your visit: Plumbing/gm)).toHaveLength(3);

    const [mail, ...others] = toCustomer;
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Hamad is coming to you on .* \(\+2 more\)$/);
    expect(mail?.plain).toContain("Updates: 3");
    expect(mail?.plain.match(/Dear Aisha/g)).toHaveLength(1);
    expect(mail?.attachments).toHaveLength(3);
    for (const { id } of bookings) {
      const { reference } = await database.db
        .selectFrom("bookings")
        .select("reference")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      expect(mail?.plain).toContain(`Reference: ${reference}`);
      expect(mail?.html).toContain(`/bookings/${reference}?key=`);
    }
  });

  test("sends the customer one email about several visits of one booking", async () => {
    const { id, visitId, arrange, office } = await bookAndConfirm();
    const later = { bookingId: id, technicianId, day: nextDay(), time: "10:00" };
    const second = await scheduleVisit(office, { ...later, version: await versionOf(id) });
    expect(second).toMatchObject({ ok: true });
    await collectVisitMails(id);
    await arrange("12:00");
    const moved = { ...later, time: "15:00", visitId: "visitId" in second ? second.visitId : visitId };
    expect(await scheduleVisit(office, { ...moved, version: await versionOf(id) })).toMatchObject({
      ok: true,
    });
    const { toCustomer } = await collectVisitMails(id);
    expect(toCustomer.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^New time: .*(12|3):00 PM \(\+1 more\)$/),
    ]);
    expect(toCustomer[0]?.plain).toMatch(/12:00 PM/);
    expect(toCustomer[0]?.plain).toMatch(/3:00 PM/);
  });

  test("starts a new email if the one before was sent", async () => {
    const [first, second] = [await bookAndConfirm(), await bookAndConfirm()];
    await first.arrange("11:00");
    await collectVisitMails(first.id);
    await closeDigests();
    await second.arrange("11:00");
    const { toCustomer } = await collectVisitMails(second.id);
    expect(toCustomer.map(({ subject }) => subject)).toEqual([expect.stringMatching(/11:00 AM$/)]);
  });

  test("holds back customer emails until the dispatcher sends them", async () => {
    const { id, visitId, arrange, office } = await bookAndConfirm();
    await arrange("11:00", { notifyCustomer: false });
    const first = await collectVisitMails(id);
    expect(first.toCustomer).toEqual([]);
    expect(first.toTechnicians).toHaveLength(1);
    await arrange("15:00", { notifyCustomer: false });
    expect(await sendPendingNotifications(office, [visitId])).toEqual({ ok: true });
    const { toCustomer } = await collectVisitMails(id, { now: new Date() });
    expect(toCustomer.map(({ subject }) => subject)).toEqual([expect.stringMatching(/3:00 PM$/)]);
    expect(toCustomer[0]?.plain).toMatch(/The earlier time, .*10:00 AM, no longer applies\./);
    // A repeated request sends one email.
    await sendPendingNotifications(office, [visitId]);
    expect((await collectVisitMails(id)).toCustomer).toEqual([]);
  });

  test("keeps notifications manual after an undone departure or unassignment", async () => {
    const { id, visitId, arrange, office } = await bookAndConfirm();
    await arrange("11:00", { notifyCustomer: false });
    const departs = { bookingId: id, visitId, transition: "depart", confirmOtherDay: true } as const;
    expect(await transitionBooking(office, { ...departs, version: await versionOf(id) })).toEqual({
      ok: true,
    });
    await transition(office, id, "undoDepart");
    await transition(office, id, "unassign");
    expect((await collectVisitMails(id)).toCustomer).toEqual([]);
    // Reassigned without a choice for the customer.
    await arrange("11:00", { technicianId: await hire("Mariam") });
    expect((await collectVisitMails(id)).toCustomer).toEqual([]);
    await sendPendingNotifications(office, [visitId]);
    expect((await collectVisitMails(id)).toCustomer.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Mariam is coming to you on .*11:00 AM$/),
    ]);
    // Automatic from here on.
    await arrange("12:00");
    expect((await collectVisitMails(id)).toCustomer).toHaveLength(1);
  });

  test("sends no outdated change after a departure or cancellation", async () => {
    const { id, visitId, arrange, office } = await bookAndConfirm();
    await arrange("11:00");
    const version = await versionOf(id);
    const departs = { bookingId: id, visitId, transition: "depart", version, confirmOtherDay: true } as const;
    expect(await transitionBooking(office, departs)).toEqual({
      ok: true,
    });
    expect(await collectVisitMails(id)).toEqual({ toCustomer: [], toTechnicians: [] });

    // The departure is undone.
    await transition(office, id, "undoDepart");
    expect((await collectVisitMails(id)).toCustomer.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^New time: .*11:00 AM$/),
    ]);

    const other = await bookAndConfirm();
    await other.arrange("11:00");
    await transition(office, other.id, "cancel", "Our van broke down");
    const mails = await collectVisitMails(other.id);
    expect(mails.toCustomer).toEqual([]);
    expect(mails.toTechnicians.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Cancelled: .*10:00 AM$/),
    ]);
  });

  test("ends the delay when the visit begins, and has none for emergencies", async () => {
    const { office, visitId, day, id } = await bookAndConfirm();
    const now = new Date(`${day}T06:59:30Z`);
    const request = {
      bookingId: id,
      version: await versionOf(id),
      visitId,
      technicianId,
      day,
      time: "11:00",
    };
    expect(await scheduleVisit({ ...office, now }, request)).toMatchObject({ ok: true });
    expect((await pendingNotifications(visitId)).map(({ dueAt }) => dueAt)).toEqual([
      new Date(`${day}T07:00:00Z`),
      new Date(`${day}T07:00:00Z`),
    ]);

    const emergency = await book(office, { service: "emergency" });
    await transition(office, emergency, "confirm");
    const placed = { bookingId: emergency, technicianId, day: nextDay(), time: "11:00" };
    const assigned = await assignTechnician(office, { ...placed, version: await versionOf(emergency) });
    expect(assigned).toMatchObject({ ok: true });
    const { toCustomer, toTechnicians } = await collectVisitMails(emergency, { now: new Date() });
    expect([toCustomer.length, toTechnicians.length]).toEqual([1, 1]);
  });

  test("queues an email once when a failed reaction is retried", async () => {
    const { id, visitId, arrange, office } = await bookAndConfirm();
    await arrange("11:00");
    await sendPendingNotifications(office, [visitId]);
    const [event] = (
      await readTrail(database.db, { subjectId: id, type: "booking.visit-notification-due" })
    ).slice(-1);
    const ctx = { ...office, actor: system };
    const cutOff = inTransaction(ctx, async (ctx) => {
      await notifyOfVisit.run(ctx, event as unknown as RecordedEvent<"booking.visit-notification-due">, {
        config,
      });
      throw new Error("The plug is pulled");
    });
    await expect(cutOff).rejects.toThrow("The plug is pulled");
    expect((await collectVisitMails(id)).toCustomer).toHaveLength(1);
    expect(await pendingNotifications(visitId)).toEqual([]);
  });

  async function dayOf(visitId: string): Promise<string> {
    const { startsAt } = await database.db
      .selectFrom("visits")
      .select("startsAt")
      .where("id", "=", visitId)
      .executeTakeFirstOrThrow();
    return dubaiDate(startsAt);
  }
});

test("names service and item in Arabic in emails and calendar entries of a booking in Arabic", async () => {
  const { db } = database;
  const names = { service: "السباكة", item: "زيارة سباك" };
  await db.updateTable("services").set({ nameAr: names.service }).where("id", "=", "plumbing").execute();
  await db.updateTable("prices").set({ nameAr: names.item }).where("serviceId", "=", "plumbing").execute();
  const prices = await db.selectFrom("prices").select("name").where("serviceId", "=", "plumbing").execute();
  const id = await book(officeCtx(db), { preferredDate: nextDay(), preferredTime: "10:00" });
  await db.updateTable("bookings").set({ language: "ar" }).where("id", "=", id).execute();
  const requested = await react(id, "booking.requested", notifyOfRequest);
  await transition(officeCtx(db), id, "confirm");
  const confirmed = await react(id, "booking.confirmed", notifyOfConfirmation);
  for (const [mail] of [requested, confirmed]) {
    const calendar = readCalendar(mail!.attachments);
    const read = [mail!.subject, mail!.plain, ...calendar.values()].join("\n");
    expect(read).toContain(names.service);
    for (const english of ["Plumbing", ...prices.map(({ name }) => name)])
      expect(read).not.toContain(english);
  }
  await db.updateTable("services").set({ nameAr: null }).where("id", "=", "plumbing").execute();
  await db.updateTable("prices").set({ nameAr: null }).where("serviceId", "=", "plumbing").execute();
});
