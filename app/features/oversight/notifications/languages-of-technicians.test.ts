import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Locale, languageAttributes, offeredLocales } from "~/platform/locale/locale";
import { listTechnicianLanguages } from "~/platform/locale/page-languages";
import { sendDuePushMessages } from "~/platform/push/push-queue.server";
import { createRandom } from "~/platform/random";
import { addDays, addMinutes } from "~/platform/time";
import { casesForRun, seedOfRun } from "../../../../test/faults/rounds";
import {
  type Caller,
  createCaller,
  NOW,
  TODAY,
  TOMORROW,
} from "../../../../test/harness/company/booking-caller";
import {
  addSignedInTechnician,
  type SignedInTechnician,
  switchPushOn,
} from "../../../../test/harness/company/signed-in-technician";
import { type Mailbox, openMailbox } from "../../../../test/harness/servers/mailbox";
import {
  type PushService,
  type ReceivedPush,
  startPushService,
} from "../../../../test/harness/servers/push-service";
import { flushDueNotifications } from "../../operations/bookings/visits/pending-notifications.server";
import { escalateEmergencies } from "../../operations/emergencies/escalate.server";
import { sendDueRings } from "../../operations/emergencies/ring.server";

/*
 * Every kind of push message and the calendar feed, as the device and the calendar program receive them, in each language
 * of the technician's app. `npm test` reads English and another random one. templates/arabic-emails.test.ts reads the emails
 * and texts.
 */

const [english, ...others] = listTechnicianLanguages(offeredLocales("all"));
const languages = [english!, ...casesForRun(others, createRandom(seedOfRun()))];

let caller: Caller;
let mailbox: Mailbox;
let service: PushService;
let admin: Record<string, string>;
let omar: SignedInTechnician;
let bilal: SignedInTechnician;

beforeAll(async () => {
  service = await startPushService();
  caller = await createCaller({ WEBHOOK_LOOPBACK: "on", LANGUAGES: languages.slice(1).join(",") });
  mailbox = openMailbox(caller);
  admin = await caller.asAdmin();
  omar = await addSignedInTechnician(caller, "Omar Saleh");
  bilal = await addSignedInTechnician(caller, "Bilal Haddad");
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
  await caller.db.updateTable("technicians").set({ onCall: false }).execute();
  await mailbox.collect();
  await caller.db.deleteFrom("pushSubscriptions").execute();
  await caller.db.deleteFrom("pushMessages").execute();
  service.received = [];
});

/** Names that texts in another script contain in English: services and communities have no other name there. */
const NAMES_IN_APP = /Plumbing|Emergency Service|Dubai Marina|\b[ap]m\b/gi;
/** References, URLs, names of people and the company, and the customer's own words. */
const READABLE =
  /BK-\d{4}-\d+|https?:\S+|\b(?:Rukn|Omar Saleh|Bilal Haddad|Aisha Al Marri)\b|Al Marsa Street|Marina Diamond|Near the tram stop/g;

function englishWords(text: string, locale: Locale): string[] {
  const rest = text.replace(READABLE, "").replace(locale === "ar" ? "" : NAMES_IN_APP, "");
  return rest.match(/[a-z]{2,}/gi) ?? [];
}

const post = async (path: string, body: object, headers = admin) => {
  const { status, text } = await caller.call("POST", path, body, headers);
  expect([path, status, status === 200 ? "" : text]).toEqual([path, 200, ""]);
};

const versionOf = async (bookingId: string) =>
  (
    await caller.db
      .selectFrom("bookings")
      .select("version")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow()
  ).version;

async function change(bookingId: string, action: string, body: object): Promise<void> {
  const version = await versionOf(bookingId);
  await post(`/api/admin/bookings/${bookingId}/${action}`, { version, ...body });
}

/** A confirmed booking with Omar's visit. */
async function assign(date: string, time: string): Promise<string> {
  const { bookingId } = await caller.book();
  await change(bookingId, "transitions", { transition: "confirm" });
  await change(bookingId, "assign", { technicianId: omar.id, date, time });
  return bookingId;
}

/** Messages that are sent now, after the time in which notifications wait and are gathered. */
async function collectPushes(): Promise<ReceivedPush[]> {
  const before = service.received.length;
  await flushDueNotifications({ ...caller.ctx(), now: addMinutes(NOW, 2) });
  await mailbox.collect();
  await caller.db.updateTable("pushMessages").set({ dueAt: sql`now()` }).execute();
  await sendDuePushMessages(caller);
  return service.received.slice(before);
}

async function collectRings(): Promise<ReceivedPush[]> {
  const before = service.received.length;
  await sendDueRings(caller);
  return service.received.slice(before);
}

async function setLanguage(language: Locale): Promise<void> {
  const users = await caller.db.selectFrom("users").select("id").execute();
  await caller.db
    .insertInto("profiles")
    .values(users.map(({ id }) => ({ userId: id, language })))
    .onConflict((conflict) => conflict.column("userId").doUpdateSet({ language }))
    .execute();
}

async function callBoth(): Promise<void> {
  await caller.db
    .updateTable("technicians")
    .set({ onCall: true })
    .where("id", "in", [omar.id, bilal.id])
    .execute();
}

async function escalateAfter(minutes: number): Promise<void> {
  vi.setSystemTime(addMinutes(NOW, minutes));
  await escalateEmergencies({ ...caller.ctx(), now: addMinutes(NOW, minutes) });
  await mailbox.collect();
}

function textsOf({ message }: ReceivedPush): string[] {
  const {
    title,
    body,
    actions = [],
  } = message as {
    title: string;
    body: string;
    actions?: { title: string; done: string }[];
  };
  return [title, body, ...actions.flatMap(({ title, done }) => [title, done])];
}

function expectReadable(pushes: readonly ReceivedPush[], locale: Locale, count = 1): void {
  expect(pushes).toHaveLength(count);
  const { lang, dir } = languageAttributes(locale);
  for (const push of pushes) {
    expect(push.message).toMatchObject({ language: lang, direction: dir });
    for (const text of textsOf(push)) {
      expect(text).not.toMatch(/[{}]|undefined|null/);
      expect(text.trim()).not.toBe("");
      if (locale !== "en") expect([text, englishWords(text, locale)]).toEqual([text, []]);
    }
  }
}

/** Times of visits that do not overlap. */
const times = [
  ...["12:00", "13:30", "15:00", "16:30", "18:00"].map((time) => [TODAY, time] as const),
  ...["08:00", "09:30", "11:00", "12:30", "14:00", "15:30"].map((time) => [TOMORROW, time] as const),
];

describe.each(languages)("push messages in %s", (locale) => {
  const headers = (cookie: string) => ({ cookie });
  beforeEach(async () => {
    await setLanguage(locale);
    const prefix = locale === "en" ? "" : `/${locale}`;
    for (const { cookie } of [omar, bilal]) {
      const { publicKey } = (
        await caller.call("GET", "/api/push-subscriptions/key", undefined, headers(cookie))
      ).body;
      const subscription = service.subscribe("phone", publicKey);
      await post(`${prefix}/api/push-subscriptions`, subscription, headers(cookie));
    }
    await switchPushOn(caller, service, "office", admin.Cookie ?? admin.cookie!);
  });

  it("announce new, moved, reassigned, removed and cancelled visits", async () => {
    const bookingId = await assign(TODAY, "12:00");
    expectReadable(await collectPushes(), locale);
    await change(bookingId, "assign", { technicianId: omar.id, date: TODAY, time: "16:00" });
    expectReadable(await collectPushes(), locale);
    await change(bookingId, "assign", { technicianId: bilal.id, date: TODAY, time: "16:00" });
    expectReadable(await collectPushes(), locale, 2);
    await change(bookingId, "transitions", { transition: "cancel", reason: "انتقل العميل" });
    expectReadable(await collectPushes(), locale);
  });

  it("count the gathered changes in each plural form", async () => {
    const titles: string[] = [];
    // Arabic has further forms for two, for three to ten, and from eleven on.
    const counts = locale === "ar" ? [1, 2, 3, 11] : [1, 2];
    for (const count of counts) {
      for (const [date, time] of times.slice(0, count)) await assign(date, time);
      const pushes = await collectPushes();
      expectReadable(pushes, locale);
      titles.push(pushes[0]!.message.title);
      await caller.db.updateTable("visits").set({ state: "cancelled" }).execute();
    }
    expect(new Set(titles).size).toBe(counts.length);
    for (const [index, count] of counts.entries())
      if (count > 2) expect(titles[index]).toContain(String(count));
  });

  it("ring for an emergency, and end it", async () => {
    await callBoth();
    const { bookingId } = await caller.book({ service: "emergency", message: "تسرب ماء" });
    await mailbox.collect();
    expectReadable(await collectRings(), locale);
    await sql`UPDATE on_call_pages SET ring_started_at = ring_started_at - interval '130 seconds',
      ring_due_at = ring_due_at - interval '130 seconds'`.execute(caller.db);
    expectReadable(await collectRings(), locale, 2);
    await post(`/api/technician/emergencies/${bookingId}/accept`, {}, headers(omar.cookie));
    await sql`UPDATE on_call_pages SET ring_due_at = ring_due_at - interval '20 seconds'`.execute(caller.db);
    expectReadable(await collectRings(), locale);
  });

  it("notify the office of new, declined and late emergencies", async () => {
    await callBoth();
    const { bookingId } = await caller.book({ service: "emergency", message: "تسرب ماء" });
    await mailbox.collect();
    const toOffice = async () => (await collectPushes()).filter(({ device }) => device === "office");
    expectReadable(await toOffice(), locale);
    await escalateAfter(15);
    expectReadable(await toOffice(), locale);
    await post(`/api/technician/emergencies/${bookingId}/decline`, { reason: "" }, headers(omar.cookie));
    await mailbox.collect();
    expectReadable(await toOffice(), locale);
    await post(`/api/technician/emergencies/${bookingId}/accept`, {}, headers(bilal.cookie));
    await escalateAfter(95);
    expectReadable(await toOffice(), locale);
  });
});

describe.each(languages)("calendar feed in %s", (locale) => {
  it("follows the technician's language instead of the office's", async () => {
    await setLanguage(locale);
    await assign(addDays(TODAY, 1), "12:00");
    const { technician } = (await caller.call("GET", `/api/admin/technicians/${omar.id}`, undefined, admin))
      .body;
    const link = technician.calendarUrl
      ? technician
      : (
          await caller.call(
            "POST",
            `/api/admin/technicians/${omar.id}/calendar-link/enable`,
            { version: technician.version },
            admin,
          )
        ).body.technician;
    const feed = (await caller.call("GET", new URL(link.calendarUrl).pathname)).text.replaceAll("\r\n ", "");
    const texts = [...feed.matchAll(/^(?:X-WR-CALNAME|SUMMARY|DESCRIPTION|LOCATION):(.*)$/gm)].map(
      ([, text]) => text!.replaceAll("\\n", "\n").trim(),
    );
    expect(texts.length).toBeGreaterThanOrEqual(4);
    for (const text of texts) {
      expect(text).not.toMatch(/[{}]|undefined|null/);
      if (locale !== "en") expect([text, englishWords(text, locale)]).toEqual([text, []]);
    }
    expect(texts.some((text) => text.includes("Booking BK-"))).toBe(locale === "en");
  });
});
