import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createProofOfWork } from "~/platform/auth/captcha.server";
import { isLongRun, rounds } from "../../../../../test/faults/rounds";
import {
  type ApiResponse,
  type Booked,
  type Caller,
  createCaller,
  TODAY,
  TOMORROW,
} from "../../../../../test/harness/company/booking-caller";
import { emailedBookingUrl } from "../link/booking-link.server";
import { expireHolds } from "../visits/expire-holds.server";

/**
 * Limits of holds of guests (docs/domain.md, "Guest holds"). The clock is at Monday 09:00 in Dubai, during
 * opening hours.
 */

const LIMITS = { UNCONFIRMED_HOLDS: "3", UNCONFIRMED_SHARE: "0.5", TRUST_PROXY: "1" };

let caller: Caller;
beforeEach(async () => {
  caller = await createCaller(LIMITS);
  for (const name of ["Omar Saleh", "Bilal Khan", "Sunil Rao", "Noor Haddad"])
    await caller.addTechnician(name);
});
afterEach(() => caller.close());

/** A request from this address; the slot is free as long as any technician is. */
async function requestBooking(ip: string, changes: Record<string, unknown> = {}): Promise<ApiResponse> {
  const form = await caller.form({ preferredDate: TOMORROW, preferredTime: "10:00", ...changes });
  return caller.call("POST", "/api/handle-booking", form, { "X-Forwarded-For": ip });
}

/** Invented emails, in batches. */
const BATCHES = rounds({ short: 2, long: 20 });
const OF_BATCH = rounds({ short: 6, long: 10 });
const STRANGER = "203.0.113.9";
const advanceHours = (count: number) => vi.setSystemTime(new Date(Date.now() + count * 3_600_000));
const times = ["08:00", "10:00", "12:00", "14:00", "16:00", "18:00"];

async function heldVisits(): Promise<number> {
  const { count } = await caller.db
    .selectFrom("visits")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("live", "=", true)
    .executeTakeFirstOrThrow();
  return count;
}

async function emailedKey({ bookingId: id, reference }: Booked): Promise<string> {
  return new URL(emailedBookingUrl(caller.config, { id, reference, linkNo: 0 })).searchParams.get("key")!;
}

const follow = async (reference: string, key: string) =>
  (await caller.call("GET", `/api/bookings/${reference}?key=${key}`)).body.booking;

const confirmContact = (reference: string, key: string) =>
  caller.call("POST", `/api/bookings/${reference}/confirm-contact`, { key });

/** Chooses another time for a booking; by default tomorrow, from the network of the stranger. */
async function moveHold(
  { reference }: Booked,
  key: string,
  { date = TOMORROW, time }: { date?: string; time: string },
  ip = STRANGER,
): Promise<ApiResponse> {
  const { version } = await follow(reference, key);
  return caller.call(
    "POST",
    `/api/bookings/${reference}/reschedule`,
    { key, version, date, time },
    { "X-Forwarded-For": ip },
  );
}

async function tokenFor({ body }: ApiResponse): Promise<string> {
  const { challenge } = body.captcha;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

describe("limits of guest holds", () => {
  it(`never lets a stranger with ${BATCHES * OF_BATCH} invented emails hold more than three slots, which expire after two working hours`, async () => {
    const answers: ApiResponse[] = [];
    for (let batch = 0; batch < BATCHES; batch++) {
      const forms = Array.from({ length: OF_BATCH }, (_, at) => ({
        email: `nobody.${batch * OF_BATCH + at}@made-up-${at}.example`,
        preferredTime: times[at % 6],
      }));
      answers.push(...(await Promise.all(forms.map((form) => requestBooking(STRANGER, form)))));
      expect(await heldVisits()).toBe(batch <= BATCHES / 2 ? 3 : 4);
      // A request from another network in the middle.
      if (batch === BATCHES / 2) expect((await requestBooking("198.51.4.7")).status).toBe(200);
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await heldVisits()).toBe(4);
    const refused = answers.at(-1)!;
    expect(refused).toMatchObject({ status: 409, body: { reason: "captcha-required" } });
    expect(refused.body.message).toContain("We're running a quick security check");

    expect((await requestBooking("192.0.4.7")).status).toBe(200);
    expect(
      (await requestBooking(STRANGER, { preferredDate: undefined, preferredTime: undefined })).status,
    ).toBe(200);

    advanceHours(1.9);
    await expireHolds(caller.ctx());
    expect(await heldVisits()).toBe(5);
    advanceHours(0.2);
    await expireHolds(caller.ctx());
    expect(await heldVisits()).toBe(0);
    expect((await requestBooking(STRANGER)).status).toBe(200);
  });

  it("applies to concurrent requests", async () => {
    const forms = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        caller.form({ preferredDate: `2026-11-${24 + (at % 3)}`, preferredTime: times[at % 6] }),
      ),
    );
    const answers = await Promise.all(
      forms.map((form) => caller.call("POST", "/api/handle-booking", form, { "X-Forwarded-For": STRANGER })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(3).fill(200),
      ...Array(3).fill(409),
    ]);
    expect(await heldVisits()).toBe(3);
  });

  it("counts per network: /24 for IPv4, /64 for IPv6", async () => {
    for (const end of [1, 2, 3]) expect((await requestBooking(`192.0.2.${end}`)).status).toBe(200);
    expect((await requestBooking("192.0.2.254")).status).toBe(409);
    expect((await requestBooking("192.0.3.1", { preferredTime: "12:00" })).status).toBe(200);
    const elsewhere = { preferredDate: "2026-11-25" };
    for (const end of [1, 2, 3])
      expect((await requestBooking(`2001:db8:1:2::${end}`, elsewhere)).status).toBe(200);
    expect((await requestBooking("2001:db8:1:2:ffff::9", elsewhere)).status).toBe(409);
    expect((await requestBooking("2001:db8:1:3::9", elsewhere)).status).toBe(200);
  });

  it.runIf(isLongRun)(
    "counts the networks of an IPv6 site together, up to four times the limit",
    async () => {
      const answers: number[] = [];
      for (let at = 0; at < 14; at++) {
        const slot = { preferredDate: `2026-11-${24 + (at % 5)}`, preferredTime: times[at % 5] };
        const email = `guest@domain-${at}.example`;
        answers.push((await requestBooking(`2001:db8:1:${at.toString(16)}::9`, { ...slot, email })).status);
      }
      expect(answers).toEqual([...Array(12).fill(200), 409, 409]);
      expect((await requestBooking("2001:db8:2:1::9", { preferredDate: "2026-11-29" })).status).toBe(200);
    },
  );

  it("counts per mailbox across networks", async () => {
    // Three attempts a minute of one email count, too.
    for (const [at, email] of ["a.b@gmail.com", "ab+1@gmail.com", "A.B+2@googlemail.com"].entries()) {
      expect((await requestBooking(`198.51.${at}.7`, { email })).status).toBe(200);
    }
    expect((await requestBooking("198.51.9.7", { email: "ab+3@gmail.com" })).status).toBe(409);
    expect((await requestBooking("198.51.9.7", { email: "ac@gmail.com" })).status).toBe(200);
  });

  it("allows rescheduling a hold without extending it", async () => {
    const [first] = [(await requestBooking(STRANGER)).body as Booked];
    const open = (await requestBooking(STRANGER, { preferredDate: undefined, preferredTime: undefined }))
      .body;
    for (const time of ["12:00", "14:00"]) await requestBooking(STRANGER, { preferredTime: time });
    const keyOf = ({ followUrl }: { followUrl: string }) => new URL(followUrl).searchParams.get("key");
    const move = ({ reference, booking, ...more }: ApiResponse["body"], time: string) =>
      caller.call(
        "POST",
        `/api/bookings/${reference}/reschedule`,
        { key: keyOf(more), version: booking.version, date: TOMORROW, time },
        { "X-Forwarded-For": STRANGER },
      );
    expect((await move(first, "16:00")).status).toBe(200);
    expect(await move(open, "16:00")).toMatchObject({ status: 409, body: { reason: "captcha-required" } });
    expect(await heldVisits()).toBe(3);
  });
});

describe("moved holds", () => {
  const holdOf = async ({ bookingId }: { bookingId: string }) =>
    caller.db
      .selectFrom("guestHolds")
      .innerJoin("visits", "visits.id", "guestHolds.visitId")
      .select(["guestHolds.endsAt", "startsAt", "confirmedAt", "network", "mailbox", "mailDomain"])
      .where("bookingId", "=", bookingId)
      .executeTakeFirstOrThrow();
  const ownKey = ({ followUrl }: Booked) => new URL(followUrl).searchParams.get("key")!;

  it("keep their expiry, which neither confirming again nor moving again extends", async () => {
    const booked = (await requestBooking(STRANGER)).body as Booked;
    advanceHours(0.5);
    const moved = await moveHold(booked, ownKey(booked), { time: "16:00" });
    expect(moved.body.booking).toMatchObject({
      heldUntil: "2026-11-23T07:00:00.000Z",
      contactConfirmed: false,
    });
    // Eight working hours from 10:00 on.
    advanceHours(0.5);
    const key = await emailedKey(booked);
    await confirmContact(booked.reference, key);
    const confirmed = await holdOf(booked);
    expect(confirmed.endsAt).toEqual(new Date("2026-11-23T14:00:00Z"));
    for (const date of ["2026-11-25", "2026-11-26"]) {
      advanceHours(1);
      expect((await moveHold(booked, key, { date, time: "12:00" })).status).toBe(200);
      await confirmContact(booked.reference, key);
      expect(await holdOf(booked)).toMatchObject({ endsAt: confirmed.endsAt });
    }
    vi.setSystemTime(confirmed.endsAt);
    await expireHolds(caller.ctx());
    expect(await heldVisits()).toBe(0);
  });

  it("count for the network and mailbox that requested them, also when moved from another network", async () => {
    const booked = (await requestBooking(STRANGER, { email: "sara@catch-all.com" })).body as Booked;
    const before = await holdOf(booked);
    expect((await moveHold(booked, ownKey(booked), { time: "16:00" }, "198.51.4.7")).status).toBe(200);
    const { startsAt, ...after } = await holdOf(booked);
    expect(startsAt).toEqual(new Date(`${TOMORROW}T12:00:00Z`));
    expect(before).toMatchObject(after);
    for (const time of ["12:00", "14:00"])
      expect((await requestBooking(STRANGER, { preferredTime: time })).status).toBe(200);
    expect((await requestBooking(STRANGER, { preferredTime: "08:00" })).body.reason).toBe("captcha-required");
    expect((await requestBooking("198.51.4.7", { preferredTime: "08:00" })).status).toBe(200);
  });

  it("stay limited per mail domain when the emailed link moves and so confirms them", async () => {
    const held: Booked[] = [];
    for (let at = 0; at < 4; at++) {
      const form = { email: `guest-${at}@host-${at}.catch-all.com`, preferredDate: `2026-11-${25 + at}` };
      held.push((await requestBooking(`198.51.${at}.7`, form)).body);
    }
    const ends: string[] = [];
    for (const [at, booked] of held.entries()) {
      const choice = { date: `2026-11-${25 + at}`, time: "14:00" };
      const moved = await moveHold(booked, await emailedKey(booked), choice, `198.51.${at}.7`);
      ends.push(moved.body.booking?.heldUntil ?? moved.body.reason);
    }
    expect(ends).toEqual([...Array(3).fill("2026-11-23T13:00:00.000Z"), "captcha-required"]);
    // The refused move neither moved nor extended the hold.
    expect(await holdOf(held[3]!)).toMatchObject({
      startsAt: new Date("2026-11-28T06:00:00Z"),
      endsAt: new Date("2026-11-23T07:00:00Z"),
    });
  });
});

describe("proof of work beyond the limits", () => {
  it("doubles with each further hold and is valid once", async () => {
    for (const time of times.slice(0, 3)) await requestBooking(STRANGER, { preferredTime: time });
    const refused = await requestBooking(STRANGER, { preferredTime: times[3] });
    const captchaToken = await tokenFor(refused);
    expect((await requestBooking(STRANGER, { preferredTime: times[3], captchaToken })).status).toBe(200);
    const again = await requestBooking(STRANGER, { preferredTime: times[4], captchaToken });
    expect(again).toMatchObject({ status: 409, body: { reason: "captcha-required" } });
    const doublings = ({ body }: ApiResponse) => body.captcha.challenge.parameters.data.doublings;
    expect([doublings(refused), doublings(again)]).toEqual([0, 1]);
    // A proof of the earlier size is too small, even if unused.
    const captcha = await createProofOfWork(caller.ctx(), caller.config, 0, 300);
    const easy = await tokenFor({ ...refused, body: { captcha } });
    expect((await requestBooking(STRANGER, { preferredTime: times[4], captchaToken: easy })).status).toBe(
      409,
    );
    expect(await heldVisits()).toBe(4);
  });
});

/** An account whose booking the office has completed. */
async function addKnownCustomer(): Promise<{ email: string; Cookie: string }> {
  const customer = { email: "lina@example.com", password: "a password of Lina" };
  await caller.addUser(customer);
  const Cookie = await caller.signIn(customer);
  const earlier = { preferredDate: undefined, preferredTime: undefined, email: customer.email };
  const { bookingId } = await caller.book(earlier, { Cookie });
  await completeBooking(bookingId);
  return { email: customer.email, Cookie };
}

async function completeBooking(id: string): Promise<void> {
  await caller.db.updateTable("bookings").set({ state: "completed" }).where("id", "=", id).execute();
}

const STRANGERS = rounds({ short: 24, long: 1_000 });

async function keepTechnicians(...names: string[]): Promise<void> {
  await caller.db.updateTable("technicians").set({ active: false }).where("name", "not in", names).execute();
}

/** Free starts of a trade's usual work. */
async function listFreeStarts(service = "plumbing", day = TOMORROW): Promise<string[]> {
  const { body } = await caller.call("GET", `/api/availability?service=${service}&from=${day}&to=${day}`);
  const slots = body.days[0].slots as { time: string; free: number }[];
  return slots.filter(({ free }) => free > 0).map(({ time }) => time);
}
const freeStarts = async (service?: string) => (await listFreeStarts(service)).length;

describe("share of guests of a trade's day", () => {
  it(`leaves half of the starts to others, whatever networks and domains ${STRANGERS} concurrent strangers use`, async () => {
    if (!isLongRun) await keepTechnicians("Omar Saleh", "Bilal Khan");
    const services = ["plumbing", "electrical", "hvac", "handyman"];
    const before = await Promise.all(services.map((service) => freeStarts(service)));
    const forms = await Promise.all(
      Array.from({ length: STRANGERS }, (_, at) =>
        caller.form({
          email: `stranger@domain-${at}.example`,
          phone: `0502000${String(at).padStart(3, "0")}`,
          service: services[at % 4],
          preferredDate: TOMORROW,
          preferredTime: `${8 + ((at * 3) % 11)}:00`.padStart(5, "0"),
        }),
      ),
    );
    const answers: ApiResponse[] = [];
    // More rivals at once would wait for a database connection.
    for (let first = 0; first < forms.length; first += 12) {
      const rivals = forms.slice(first, first + 12).map((form, at) =>
        caller.call("POST", "/api/handle-booking", form, {
          "X-Forwarded-For": `10.${(first + at) >> 8}.${(first + at) & 255}.7`,
        }),
      );
      answers.push(...(await Promise.all(rivals)));
    }
    const sent = answers.filter(({ status }) => status === 200).map(({ body }) => body.booking);
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.reason);
    expect(new Set(refused).difference(new Set(["slot-taken"]))).toEqual(new Set());
    const held = sent.filter(({ visit }) => visit !== null);
    expect(held.length).toBeGreaterThan(3);
    expect(held.length).toBeLessThan(sent.length);
    for (const { visit, timeNotHeld } of sent) expect(timeNotHeld).toBe(visit === null);
    const after = await Promise.all(services.map((service) => freeStarts(service)));
    for (const [at, starts] of after.entries()) expect(starts).toBeGreaterThanOrEqual(before[at]! / 2);

    const alarms = caller.db
      .selectFrom("securityEvents")
      .select("metadata")
      .where("type", "=", "suspicious_activity");
    expect(await alarms.execute()).toEqual([{ metadata: { day: TOMORROW } }]);
    const today = await caller.call("GET", "/api/admin/today/work", undefined, await caller.asAdmin());
    expect(today.body.fullHoldDays).toEqual([TOMORROW]);
    const office = await caller.call("GET", "/api/admin/bookings", undefined, await caller.asAdmin());
    expect(office.body.bookings.some(({ timeNotHeld }: { timeNotHeld: boolean }) => timeNotHeld)).toBe(true);

    // A real guest meanwhile, at each time that is offered.
    for (const [at, preferredTime] of (await listFreeStarts()).entries()) {
      const real = await requestBooking(`192.0.${at}.7`, { preferredTime });
      expect(real.status, real.text).toBe(200);
      expect(real.body.booking.timeNotHeld).toBe(real.body.booking.visit === null);
    }

    advanceHours(2.1);
    await expireHolds(caller.ctx());
    expect(await Promise.all(services.map((service) => freeStarts(service)))).toEqual(before);
  }, 300_000);

  it.runIf(isLongRun)(
    "property: guests of few networks who move holds and renew expired ones leave half of the starts of each trade of a one-person company",
    async () => {
      await keepTechnicians("Omar Saleh");
      const seed = Math.floor(Math.random() * 2 ** 31);
      console.info("renewed holds seed", seed);
      let state = seed;
      const random = (below: number) => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
        return (state >> 8) % below;
      };
      const day = "2026-11-30";
      const trades = (
        await caller.db
          .selectFrom("services")
          .select("id")
          .where("active", "=", true)
          .where("emergency", "=", false)
          .execute()
      ).map(({ id }) => id);
      const countStarts = async () =>
        new Map(
          await Promise.all(
            trades.map(async (trade) => [trade, (await listFreeStarts(trade, day)).length] as const),
          ),
        );
      const before = await countStarts();
      for (let round = 0; round < rounds({ short: 3, long: 6 }); round++) {
        const isConfirming = random(2) === 1;
        for (let at = 0; at < 16; at++) {
          const answer = await requestBooking(`198.51.${at % 4}.${1 + random(250)}`, {
            email: `patient-${round}-${at}@host-${random(1_000)}.example`,
            service: trades[random(trades.length)],
            preferredDate: day,
            preferredTime: `${8 + random(11)}:00`.padStart(5, "0"),
          });
          expect([200, 409], `seed ${seed}: ${answer.text}`).toContain(answer.status);
          if (!answer.body.booking?.visit) continue;
          const booked = answer.body as Booked;
          const key = isConfirming
            ? await emailedKey(booked)
            : new URL(booked.followUrl).searchParams.get("key")!;
          if (isConfirming && random(2) === 1) await confirmContact(booked.reference, key);
          if (random(2) === 1) continue;
          // Moved twice, which confirms at most once and never extends.
          const latest: string[] = [];
          for (const time of ["09:00", "15:00"]) {
            const moved = await moveHold(booked, key, { date: day, time }, `198.51.${random(4)}.9`);
            expect([200, 409], `seed ${seed}: ${moved.text}`).toContain(moved.status);
            latest.push((await follow(booked.reference, key)).heldUntil);
          }
          expect(latest[1]! <= latest[0]!, `seed ${seed}: held until ${latest}`).toBe(true);
        }
        const holds = await caller.db
          .selectFrom("guestHolds")
          .innerJoin("visits", "visits.id", "guestHolds.visitId")
          .innerJoin("bookings", "bookings.id", "visits.bookingId")
          .select(["network", "serviceId"])
          .execute();
        expect(holds.length).toBeGreaterThan(0);
        for (const ofNetwork of Map.groupBy(holds, ({ network }) => network).values())
          expect(ofNetwork.length, `seed ${seed}`).toBeLessThanOrEqual(3);
        for (const [trade, starts] of await countStarts()) {
          const own = holds.filter(({ serviceId }) => serviceId === trade);
          // Work that exceeds the share wherever it is held is held once.
          const allowed = own.length === 1 && starts < before.get(trade)! / 2 ? 0 : before.get(trade)! / 2;
          expect(starts, `seed ${seed}, round ${round}: ${trade}`).toBeGreaterThanOrEqual(allowed);
        }
        // Eight working hours may end on the next day.
        vi.setSystemTime(
          (
            await caller.db
              .selectFrom("guestHolds")
              .select("endsAt")
              .orderBy("endsAt", "desc")
              .executeTakeFirstOrThrow()
          ).endsAt,
        );
        await expireHolds(caller.ctx());
        expect(await countStarts(), `seed ${seed}, round ${round}`).toEqual(before);
      }
    },
    300_000,
  );

  it("answers before the request whether its time is held, and refuses a request that requires the hold", async () => {
    await keepTechnicians("Omar Saleh", "Bilal Khan");
    const preview = async (time: string, headers = {}) =>
      (
        await caller.call(
          "GET",
          `/api/availability/hold?service=plumbing&date=${TOMORROW}&time=${time}`,
          undefined,
          headers,
        )
      ).body.held;
    expect(await preview("10:00")).toBe(true);
    for (let at = 0; (await preview("16:00")) && at < 40; at++) {
      const form = { email: `guest@domain-${at}.example`, preferredTime: times[at % 6] };
      await requestBooking(`198.51.${at}.7`, form);
    }
    expect(await preview("16:00")).toBe(false);
    const required = { preferredTime: "16:00", requireHold: true };
    const refused = await requestBooking("192.0.9.1", required);
    expect(refused).toMatchObject({ status: 409, body: { reason: "time-not-held" } });
    expect(refused.body.message).toContain("This time is not held");
    const sent = await requestBooking("192.0.9.1", { preferredTime: "16:00" });
    expect(sent).toMatchObject({ status: 200, body: { booking: { visit: null, timeNotHeld: true } } });

    // Other days, accounts and the office.
    const elsewhere = await requestBooking("192.0.9.1", { ...required, preferredDate: "2026-11-25" });
    expect(elsewhere.status, elsewhere.text).toBe(200);
    const newCustomer = { email: "new@example.com", password: "a password of another" };
    await caller.addUser(newCustomer);
    const newCookie = await caller.signIn(newCustomer);
    expect(await preview("16:00", { Cookie: newCookie })).toBe(false);
    const newForm = await caller.form({ ...required, preferredDate: TOMORROW, email: newCustomer.email });
    const unheld = await caller.call("POST", "/api/handle-booking", newForm, { Cookie: newCookie });
    expect(unheld).toMatchObject({ status: 409, body: { reason: "time-not-held" } });

    const { email, Cookie } = await addKnownCustomer();
    expect(await preview("16:00", { Cookie })).toBe(true);
    const form = await caller.form({ ...required, preferredDate: TOMORROW, email });
    const booked = await caller.call("POST", "/api/handle-booking", form, { Cookie });
    expect(booked.body.booking).toMatchObject({ timeNotHeld: false, heldUntil: null });
  });
});

describe("confirmed holds", () => {
  it("stay limited per mail domain until the office answers", async () => {
    const held: Booked[] = [];
    for (let at = 0; at < 5; at++) {
      const form = { email: `guest-${at}@host-${at}.catch-all.com`, preferredDate: `2026-11-${24 + at}` };
      const answer = await requestBooking(`198.51.${at}.7`, form);
      expect(answer.status).toBe(at < 5 ? 200 : 409);
      held.push(answer.body);
    }
    const confirmed: ApiResponse[] = [];
    for (const booked of held)
      confirmed.push(await confirmContact(booked.reference, await emailedKey(booked)));
    // Two working hours from 09:00, eight from 09:00 to 17:00.
    expect(confirmed.map(({ body }) => body.booking.heldUntil.slice(11, 16))).toEqual([
      ...Array(3).fill("13:00"),
      ...Array(2).fill("07:00"),
    ]);
    const next = { email: "guest-9@catch-all.com", preferredTime: "14:00" };
    expect(await requestBooking("198.51.99.7", next)).toMatchObject({
      status: 409,
      body: { reason: "captcha-required" },
    });
    expect((await requestBooking("198.51.99.7", { ...next, email: "guest@gmail.com" })).status).toBe(200);

    // An answer makes room for the next one.
    const { bookingId, booking } = confirmed[0]!.body.booking
      ? { bookingId: held[0]!.bookingId, booking: confirmed[0]!.body.booking }
      : held[0]!;
    await caller.call(
      "POST",
      `/api/admin/bookings/${bookingId}/transitions`,
      { transition: "confirm", version: booking.version },
      await caller.asAdmin(),
    );
    expect((await requestBooking("198.51.98.7", next)).status).toBe(200);
  });

  it("expire after the office hours of the setting and then free the slot", async () => {
    const booked = (await requestBooking(STRANGER)).body as Booked;
    await confirmContact(booked.reference, await emailedKey(booked));
    advanceHours(7.9);
    await expireHolds(caller.ctx());
    expect(await heldVisits()).toBe(1);
    advanceHours(0.2);
    await expireHolds(caller.ctx());
    expect(await heldVisits()).toBe(0);
    const trail = caller.db.selectFrom("trail").select("data").where("type", "=", "booking.hold-expired");
    expect(await trail.execute()).toMatchObject([{ data: { confirmed: true } }]);
  });

  it("continue after a logged contact", async () => {
    const booked = (await requestBooking(STRANGER)).body as Booked;
    await confirmContact(booked.reference, await emailedKey(booked));
    const contacted = await caller.call(
      "POST",
      `/api/admin/bookings/${booked.bookingId}/contacts`,
      { channel: "call", version: booked.booking.version },
      await caller.asAdmin(),
    );
    expect(contacted.status).toBe(200);
    advanceHours(24);
    await expireHolds(caller.ctx());
    expect(await heldVisits()).toBe(1);
  });
});

describe("holds of new accounts", () => {
  const registered = rounds({ short: 6, long: 30 });

  async function requestByAccount(email: string, ip: string, changes: Record<string, unknown>) {
    const user = { email, password: "a password of a stranger" };
    await caller.addUser(user);
    const signedIn = await caller.post("/api/auth/sign-in/email", user, { "X-Forwarded-For": ip });
    const Cookie = signedIn.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";", 1)[0])
      .join("; ");
    const form = await caller.form({ preferredDate: TOMORROW, email, ...changes });
    return caller.call("POST", "/api/handle-booking", form, { Cookie, "X-Forwarded-For": ip });
  }

  it.runIf(isLongRun)(
    `count per mail domain and mailbox, whatever network ${registered} strangers use`,
    async () => {
      const slotOf = (at: number) => ({
        preferredDate: `2026-11-${24 + (at % 6)}`,
        preferredTime: times[at % 6],
      });
      const answers: ApiResponse[] = [];
      for (let at = 0; at < registered; at++)
        answers.push(
          await requestByAccount(`user-${at}@host-${at}.catch-all.com`, `198.51.${at}.7`, slotOf(at)),
        );
      expect(answers.map(({ status }) => status)).toEqual([
        ...Array(3).fill(200),
        ...Array(registered - 3).fill(409),
      ]);
      expect(answers.at(-1)!.body.reason).toBe("captcha-required");
      // The email of an account is confirmed.
      expect(answers[0]!.body.booking).toMatchObject({
        heldUntil: "2026-11-23T13:00:00.000Z",
        contactConfirmed: true,
        canConfirmContact: false,
      });
      const aliases: ApiResponse[] = [];
      for (let at = 0; at < 4; at++)
        aliases.push(await requestByAccount(`one.person+${at}@gmail.com`, `198.52.${at}.7`, slotOf(at)));
      expect(aliases.map(({ status }) => status)).toEqual([200, 200, 200, 409]);
      advanceHours(8.1);
      await expireHolds(caller.ctx());
      expect(await heldVisits()).toBe(0);
    },
  );

  it("stay unconfirmed with another email than the account's, until its link confirms it", async () => {
    const form = { email: "another@example.com", preferredTime: "10:00" };
    const user = { email: "owner@example.com", password: "a password of a stranger" };
    await caller.addUser(user);
    const Cookie = await caller.signIn(user);
    const booked = await caller.book({ preferredDate: TOMORROW, ...form }, { Cookie });
    expect(booked.booking).toMatchObject({
      heldUntil: "2026-11-23T07:00:00.000Z",
      contactConfirmed: false,
    });
    const confirmed = await confirmContact(booked.reference, await emailedKey(booked));
    expect(confirmed.body.booking).toMatchObject({ heldUntil: "2026-11-23T13:00:00.000Z" });
  });

  it("stay limited when a guest's booking joins a new account, and become firm with a known one", async () => {
    const user = { email: "guest@catch-all.com", password: "a password of a stranger" };
    const booked = (await requestBooking(STRANGER, { email: user.email })).body as Booked;
    await caller.addUser(user);
    const Cookie = await caller.signIn(user);
    const find = async () =>
      (await caller.call("GET", `/api/bookings/${booked.reference}`, undefined, { Cookie })).body.booking;
    expect(await find()).toMatchObject({
      heldUntil: "2026-11-23T13:00:00.000Z",
      contactConfirmed: true,
    });
    const again = (await requestBooking(STRANGER, { email: user.email, preferredTime: "14:00" })).body;
    await completeBooking(booked.bookingId);
    await caller.signIn(user);
    const answer = await caller.call("GET", `/api/bookings/${again.reference}`, undefined, { Cookie });
    expect(answer.body.booking).toMatchObject({ visit: { state: "held" }, heldUntil: null });
  });
});

describe("hold expiry", () => {
  it("continues when a mail scanner opens the emailed link", async () => {
    const opened = (await requestBooking(STRANGER)).body as Booked;
    const key = await emailedKey(opened);
    for (const method of ["HEAD", "GET", "HEAD"]) {
      await caller.http.request(`/api/bookings/${opened.reference}?key=${key}`, { method });
    }
    expect(await follow(opened.reference, key)).toMatchObject({
      heldUntil: "2026-11-23T07:00:00.000Z",
      canConfirmContact: true,
    });
    advanceHours(3);
    await expireHolds(caller.ctx());
    expect(await follow(opened.reference, key)).toMatchObject({ visit: null, canConfirmContact: false });
  });

  it("stops when the guest confirms with the emailed key, but not with the key of the response", async () => {
    const opened = (await requestBooking(STRANGER)).body as Booked;
    const unopened = (await requestBooking(STRANGER, { preferredTime: "14:00" })).body as Booked;
    // Two working hours later.
    expect(opened.booking.heldUntil).toBe("2026-11-23T07:00:00.000Z");
    const ownKey = new URL(unopened.followUrl).searchParams.get("key")!;
    expect(await follow(unopened.reference, ownKey)).toMatchObject({
      heldUntil: "2026-11-23T07:00:00.000Z",
      canConfirmContact: false,
    });
    expect((await confirmContact(unopened.reference, ownKey)).status).toBe(403);
    expect(await confirmContact(opened.reference, await emailedKey(opened))).toMatchObject({
      status: 200,
      body: {
        booking: {
          heldUntil: "2026-11-23T13:00:00.000Z",
          contactConfirmed: true,
          canConfirmContact: false,
          holdExpired: false,
        },
      },
    });

    advanceHours(3);
    await expireHolds(caller.ctx());
    expect(await follow(opened.reference, ownKey)).toBeUndefined();
    expect(await follow(opened.reference, await emailedKey(opened))).toMatchObject({
      visit: { state: "held" },
    });
    const isExpired = await follow(unopened.reference, ownKey);
    expect(isExpired).toMatchObject({ state: "requested", visit: null, heldUntil: null, holdExpired: true });
    expect(isExpired.timeline.at(-1)).toMatchObject({ event: "expireHold" });
    const office = await caller.call("GET", "/api/admin/bookings", undefined, await caller.asAdmin());
    const rows = office.body.bookings.map((row: Record<string, unknown>) => [
      row.reference,
      row.holdExpired,
      row.heldUntil,
    ]);
    expect(rows).toEqual(
      expect.arrayContaining([
        [unopened.reference, true, null],
        [opened.reference, false, "2026-11-23T13:00:00.000Z"],
      ]),
    );

    // A customer who opens the email late chooses again, which confirms the email.
    const key = await emailedKey(unopened);
    const { version } = await follow(unopened.reference, key);
    const chosen = await caller.call(
      "POST",
      `/api/bookings/${unopened.reference}/reschedule`,
      { key, version, date: TOMORROW, time: "16:00" },
      { "X-Forwarded-For": STRANGER },
    );
    expect(chosen.body.booking).toMatchObject({
      visit: { state: "held" },
      heldUntil: "2026-11-23T16:00:00.000Z",
      holdExpired: false,
    });
  });

  it("excludes answered requests and bookings of accounts", async () => {
    const { bookingId, booking } = (await requestBooking(STRANGER)).body as Booked;
    const cookie = await caller.asAdmin();
    const confirmed = await caller.call(
      "POST",
      `/api/admin/bookings/${bookingId}/transitions`,
      { transition: "confirm", version: booking.version },
      cookie,
    );
    expect(confirmed.status).toBe(200);
    const { email, Cookie } = await addKnownCustomer();
    vi.setSystemTime(new Date(Date.now() + 61_000));
    for (const time of times.slice(0, 5)) {
      const form = await caller.form({ preferredDate: "2026-11-25", preferredTime: time, email });
      const answer = await caller.call("POST", "/api/handle-booking", form, {
        Cookie,
        "X-Forwarded-For": STRANGER,
      });
      expect(answer.status).toBe(time === times[3] || time === times[4] ? 429 : 200);
    }
    advanceHours(48);
    await expireHolds(caller.ctx());
    expect(await heldVisits()).toBe(4);
  });

  it.runIf(isLongRun)(
    "ends at the latest when the visit starts, to which the guest has moved it",
    async () => {
      const booked = (await requestBooking(STRANGER, { preferredDate: "2026-11-26" })).body as Booked;
      // Confirmed at 10:59, it would be held until 18:59.
      vi.setSystemTime(new Date("2026-11-23T06:59:00Z"));
      await confirmContact(booked.reference, await emailedKey(booked));
      const key = await emailedKey(booked);
      const { version, heldUntil } = await follow(booked.reference, key);
      expect(heldUntil > "2026-11-23T12:00:00.000Z").toBe(true);
      const moved = await caller.call(
        "POST",
        `/api/bookings/${booked.reference}/reschedule`,
        { key, version, date: TODAY, time: "14:00" },
        { "X-Forwarded-For": STRANGER },
      );
      expect(moved.body.booking.heldUntil).toBe("2026-11-23T10:00:00.000Z");
    },
  );

  it("pauses overnight and ends at the latest when the visit starts", async () => {
    // 19:00 of a day that ends at 20:00.
    vi.setSystemTime(new Date("2026-11-23T15:00:00Z"));
    const late = (await requestBooking(STRANGER, { preferredTime: "14:00" })).body as Booked;
    expect(late.booking.heldUntil).toBe("2026-11-24T05:00:00.000Z");
    const soon = (await requestBooking(STRANGER, { preferredTime: "08:00" })).body as Booked;
    expect(soon.booking.heldUntil).toBe("2026-11-24T04:00:00.000Z");
  });

  it("occurs once across workers and never during a concurrent confirmation", async () => {
    const held = (await requestBooking(STRANGER)).body as Booked;
    const concurrent = (await requestBooking(STRANGER, { preferredTime: "14:00" })).body as Booked;
    advanceHours(3);
    const key = await emailedKey(concurrent);
    await Promise.all([
      expireHolds(caller.ctx()),
      expireHolds(caller.ctx()),
      confirmContact(concurrent.reference, key),
      expireHolds(caller.ctx()),
    ]);
    const ends = await caller.db
      .selectFrom("trail")
      .select("subjectId")
      .where("type", "=", "booking.hold-expired")
      .execute();
    expect(ends.filter(({ subjectId }) => subjectId === held.bookingId)).toHaveLength(1);
    const after = await follow(concurrent.reference, key);
    const isExpired = ends.some(({ subjectId }) => subjectId === concurrent.bookingId);
    expect(after.visit === null).toBe(isExpired);
    expect(after.holdExpired).toBe(isExpired);
    await expireHolds(caller.ctx());
    expect((await follow(concurrent.reference, key)).visit === null).toBe(isExpired);
  });

  it("never blocks emergencies", async () => {
    for (const time of times.slice(0, 4)) await requestBooking(STRANGER, { preferredTime: time });
    const flood = { service: "emergency", preferredDate: undefined, preferredTime: undefined };
    const answer = await requestBooking(STRANGER, flood);
    expect(answer.status).toBe(200);
  });
});
