import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { extractText } from "unpdf";
import { describe, expect, it } from "vitest";
import { visitor } from "~/platform/auth/actor";
import { dubaiInstant } from "~/platform/time";
import { openAccounts } from "../../../../../test/harness/company/accounts";
import { book, createCompany, officeCtx } from "../../../../../test/harness/company/company";
import { readTrail } from "../../../../../test/harness/company/trail";
import { createTestApp, ORIGIN } from "../../../../../test/harness/http-app";
import { readLinkFragment } from "../../../../../test/harness/servers/mailbox";
import { totpCode } from "../../../../../test/harness/totp";
import { unzip } from "../../../../../test/harness/unzip";
import { transitionBooking } from "../../../operations/bookings/commands/transition-booking.server";
import { recordTimelineEntry } from "../../../operations/bookings/timeline.server";
import { findServiceReviews } from "../../../operations/reviews/queries.server";

const { app, mailbox } = await openAccounts();

const password = "a password of mine";
const address = {
  street: "Palm Street 7",
  buildingName: "",
  unitNumber: "",
  area: "Al Barsha",
  landmark: "",
};
let people = 0;

/** Signed-in person with helpers for HTTP calls. */
async function person(role: "customer" | "admin" = "customer") {
  people++;
  const email = `person.${people}@example.com`;
  const id = await app.addUser({ email, password, role });
  const cookie = await app.signIn({ email, password });
  const post = (path: string, body: unknown = {}) => app.post(path, body, { cookie });
  const get = (path: string) => app.http.request(path, { headers: { cookie } });
  return { id, email, cookie, post, get };
}

// biome-ignore lint/suspicious/noExplicitAny: arbitrary JSON of the response.
const json = async (answer: Response | Promise<Response>): Promise<any> => (await answer).json();

async function bookingOf(user: { email: string }, changes = {}): Promise<{ id: string; reference: string }> {
  people++;
  const id = await book(officeCtx(app.db), {
    email: user.email,
    phone: `+9715020${String(people).padStart(5, "0")}`,
    ...changes,
  });
  await app.signIn({ email: user.email, password });
  const { reference } = await app.db
    .selectFrom("bookings")
    .select("reference")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, reference };
}

/** Sets a booking's state directly. */
const put = (bookingId: string, state: "completed" | "cancelled") =>
  app.db.updateTable("bookings").set({ state }).where("id", "=", bookingId).execute();

describe("/api/account", () => {
  it("refuses visitors on every route", async () => {
    const routes = app.http.routes.filter(
      ({ path, method }) => path.startsWith("/api/account/") && method !== "ALL",
    );
    expect(routes.length).toBeGreaterThan(15);
    for (const { method, path } of routes) {
      const answer = await app.http.request(path.replaceAll(/:\w+(\{.*?\})?/g, crypto.randomUUID()), {
        method,
        headers: { Origin: ORIGIN, "Content-Type": "application/json" },
        body: method === "GET" ? undefined : "{}",
      });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
  });
});

describe("profile", () => {
  it("stores the phone in normalised form", async () => {
    const me = await person();
    const answer = await me.post("/api/account/profile", {
      name: "Omar Al-Falasi",
      phone: "050 123 4567",
      language: "en",
    });
    expect((await json(answer)).profile).toMatchObject({ name: "Omar Al-Falasi", phone: "+971501234567" });
    expect((await json(me.get("/api/session"))).user.name).toBe("Omar Al-Falasi");
    expect(
      (await json(me.post("/api/account/profile", { name: "Omar Al-Falasi", phone: "" }))).profile.phone,
    ).toBeNull();
    const wrong = await me.post("/api/account/profile", { name: "", phone: "123" });
    expect(Object.keys((await json(wrong)).errors)).toEqual(["name", "phone"]);
  });

  it("names the language in the session only where pages have several languages", async () => {
    const me = await person();
    await me.post("/api/account/profile", { name: "Omar", phone: "", language: "ar" });
    expect((await json(me.get("/api/session"))).user.language).toBeUndefined();

    const bilingual = await createTestApp({ LANGUAGES: "ar" });
    const email = "dispatcher@example.com";
    await bilingual.addUser({ email, password, role: "dispatcher" });
    const cookie = await bilingual.signIn({ email, password });
    for (const language of ["ar", "en"]) {
      await bilingual.post("/api/account/profile", { name: "Omar", phone: "", language }, { cookie });
      const answer = await bilingual.http.request("/api/session", { headers: { cookie } });
      expect((await json(answer)).user.language).toBe(language);
    }
    await bilingual.close();
  });

  it("offers technicians the languages of the app, and the office those of the pages", async () => {
    const other = await createTestApp({ LANGUAGES: "ar,hi,ur" });
    const sessionOf = async (role: "technician" | "dispatcher") => {
      const email = `${role}@example.com`;
      await other.addUser({ email, password, role });
      const cookie = await other.signIn({ email, password });
      const { status } = await other.post("/api/account/language", { language: "hi" }, { cookie });
      const { user } = await json(other.http.request("/api/session", { headers: { cookie } }));
      return {
        status,
        language: user.language,
        languages: user.languages,
        ...(user.languageNames && { names: Object.values(user.languageNames) }),
      };
    };
    expect(await sessionOf("technician")).toEqual({
      status: 200,
      language: "hi",
      languages: ["en", "ar", "hi", "ur"],
      names: ["English", "العربية", "हिन्दी", "اردو"],
    });
    expect(await sessionOf("dispatcher")).toEqual({
      status: 403,
      language: undefined,
      languages: ["en", "ar"],
    });
    await other.close();
  });

  it("stores the time of the marketing consent", async () => {
    const me = await person();
    const before = (await json(me.get("/api/account/profile"))).profile;
    expect(before).toMatchObject({ marketing: false, marketingChangedAt: null });
    const on = (await json(me.post("/api/account/marketing", { marketing: true }))).profile;
    expect(on).toMatchObject({ marketing: true, marketingChangedAt: expect.any(String) });
    expect((await json(me.post("/api/account/marketing", { marketing: true }))).profile).toEqual(on);
  });
});

describe("password change", () => {
  it("needs the current password, ends other sessions and notifies the owner", async () => {
    const me = await person();
    const other = await app.signIn({ email: me.email, password });
    const refused = await me.post("/api/account/password", {
      currentPassword: "not this one",
      password: "a new password",
    });
    expect((await json(refused)).errors).toHaveProperty("currentPassword");
    const common = await me.post("/api/account/password", {
      currentPassword: password,
      password: "qwertyuiop",
    });
    expect((await json(common)).errors).toHaveProperty("password");
    const answer = await me.post("/api/account/password", {
      currentPassword: password,
      password: "a new password",
    });
    expect(answer.status).toBe(200);
    expect((await json(me.get("/api/session"))).user.email).toBe(me.email);
    expect(await json(app.http.request("/api/session", { headers: { cookie: other } }))).toEqual({
      user: null,
    });
    expect((await mailbox.collectOne(me.email)).subject).toMatch(/was changed/);
  });

  it("limits guesses from a stolen session", async () => {
    const me = await person();
    const statuses = [];
    for (let guess = 1; guess <= 11; guess++) {
      statuses.push((await me.post("/api/account/delete", { password: `guess ${guess}` })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    expect((await me.post("/api/account/delete", { password })).status).toBe(429);
  });
});

describe("email change", () => {
  const change = (me: Awaited<ReturnType<typeof person>>, email: string) =>
    me.post("/api/account/email", { email, password });

  it("changes the email on confirmation and adds the bookings of that address", async () => {
    const me = await person();
    const bookingId = await book(officeCtx(app.db), { email: "new.me@example.com", phone: "+971502222222" });
    await mailbox.collect();
    const request = await json(change(me, "New.Me@example.com"));
    expect(request.profile).toMatchObject({ email: me.email, pendingEmail: "new.me@example.com" });
    const mails = await mailbox.collect();
    // Both come from one event, so their order is undefined.
    expect(mails).toHaveLength(2);
    const to = (address: string) => mails.find(({ recipient }) => recipient === address)!;
    const link = readLinkFragment(to("new.me@example.com"));
    expect(to(me.email).plain).not.toMatch(/#email=/);

    expect((await app.post("/api/account/email/confirm", { link })).status).toBe(401);
    expect((await (await person()).post("/api/account/email/confirm", { link })).status).toBe(409);
    const done = await json(me.post("/api/account/email/confirm", { link }));
    expect(done.profile).toMatchObject({ email: "new.me@example.com", pendingEmail: null });
    const [booking] = (await json(me.get("/api/account/bookings"))).bookings;
    expect(booking.id).toBe(bookingId);
    expect((await me.post("/api/account/email/confirm", { link })).status).toBe(409);
    expect((await mailbox.collectOne(me.email)).subject).toBe("Your email was changed");
    await app.signIn({ email: "new.me@example.com", password });
  });

  it("sends emails about bookings of the account to the new address", async () => {
    const me = await person();
    const { id: bookingId } = await bookingOf(me);
    await mailbox.collect();
    await change(me, "moved@example.com");
    const link = readLinkFragment(
      (await mailbox.collect()).find(({ recipient }) => recipient === "moved@example.com")!,
    );
    expect((await me.post("/api/account/email/confirm", { link })).status).toBe(200);
    await mailbox.collect();
    const { version } = await app.db
      .selectFrom("bookings")
      .select("version")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    await transitionBooking(officeCtx(app.db), { bookingId, transition: "cancel", version });
    const recipients = (await mailbox.collect()).map(({ recipient }) => recipient);
    expect(recipients).toContain("moved@example.com");
    expect(recipients).not.toContain(me.email);
  });

  it("hides whether the new address has an account", async () => {
    const [me, other] = [await person(), await person()];
    const refused = await change(me, other.email);
    const free = await change(me, "free@example.com");
    const strip = async (answer: Response) => {
      const { profile } = await json(answer);
      return { ...profile, pendingEmail: "" };
    };
    expect([refused.status, await strip(refused)]).toEqual([free.status, await strip(free)]);
    const mails = await mailbox.collect();
    expect(mails.filter(({ recipient }) => recipient === other.email)).toEqual([]);
  });

  it("requires the password for an email change", async () => {
    const me = await person();
    const answer = await me.post("/api/account/email", { email: "x@example.com", password: "wrong" });
    expect(answer.status).toBe(400);
    expect(await mailbox.collect()).toEqual([]);
  });
});

describe("devices", () => {
  it("lists devices and signs out one or all others", async () => {
    const me = await person();
    const phone = await app.signIn({ email: me.email, password });
    const tablet = await app.signIn({ email: me.email, password });
    const signedIn = async (cookie: string) =>
      (await json(app.http.request("/api/session", { headers: { cookie } }))).user !== null;
    const { devices } = await json(app.http.request("/api/account/devices", { headers: { cookie: phone } }));
    expect(devices).toHaveLength(3);
    const current = devices.filter((device: { current: boolean }) => device.current);
    expect(current).toHaveLength(1);
    const revoked = await me.post(`/api/account/devices/${current[0].id}/revoke`);
    expect((await json(revoked)).devices).toHaveLength(2);
    expect([await signedIn(phone), await signedIn(tablet)]).toEqual([false, true]);
    await me.post("/api/account/devices/revoke-others");
    expect([await signedIn(me.cookie), await signedIn(tablet)]).toEqual([true, false]);
  });

  it("creates a new session at each sign-in and ignores a planted one", async () => {
    const me = await person();
    const attacker = await person();
    const answer = await app.post(
      "/api/auth/sign-in/email",
      { email: me.email, password },
      { cookie: attacker.cookie },
    );
    const cookie = answer.headers.getSetCookie()[0]!.split(";")[0]!;
    expect(cookie).not.toBe(attacker.cookie.split(";")[0]);
    // The planted session has ended.
    expect((await json(attacker.get("/api/session"))).user).toBeNull();
  });
});

describe("second factor", () => {
  async function withTwoFactor(role: "customer" | "admin" = "customer") {
    const me = await person(role);
    const setUp = await json(me.post("/api/account/two-factor/set-up", { password }));
    const confirmed = await me.post("/api/account/two-factor/confirm", { code: totpCode(setUp.totpUri) });
    expect(confirmed.status).toBe(200);
    return { ...me, ...(setUp as { totpUri: string; recoveryCodes: string[] }) };
  }
  /** Clears used codes, as if the app showed another one. */
  const forgetCodes = () => app.db.deleteFrom("rateLimits").where("key", "like", "code %").execute();
  const cookiesOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";", 1)[0])
      .join("; ");

  it("requires the second factor before any session exists", async () => {
    const me = await withTwoFactor();
    expect((await mailbox.collectOne(me.email)).subject).toMatch(/is on/);
    const first = await app.post("/api/auth/sign-in/email", { email: me.email, password });
    expect(await first.clone().json()).toEqual({ success: true, secondFactor: true });
    const cookie = cookiesOf(first);
    const session = () => json(app.http.request("/api/session", { headers: { cookie } }));
    expect(await session()).toEqual({ user: null });

    const wrong = await app.post("/api/auth/two-factor/verify-totp", { code: "000000" }, { cookie });
    expect(await json(wrong)).toMatchObject({ reason: "code-wrong" });
    const { userId } = await app.db
      .selectFrom("securityEvents")
      .select("userId")
      .where("type", "=", "auth_failure")
      .executeTakeFirstOrThrow();
    expect(userId).toBe(me.id);
    await forgetCodes();
    const right = await app.post(
      "/api/auth/two-factor/verify-totp",
      { code: totpCode(me.totpUri) },
      { cookie },
    );
    expect(await right.clone().json()).toEqual({ success: true });
    const opened = await app.http.request("/api/session", { headers: { cookie: cookiesOf(right) } });
    expect((await json(opened)).user.email).toBe(me.email);
  });

  it("accepts each code once and only while it is shown", async () => {
    const me = await withTwoFactor();
    const half = () => app.post("/api/auth/sign-in/email", { email: me.email, password });
    const verify = async (code: string) => {
      await sql`TRUNCATE auth_rate_limits`.execute(app.db);
      const cookie = cookiesOf(await half());
      return (await app.post("/api/auth/two-factor/verify-totp", { code }, { cookie })).status;
    };
    const code = totpCode(me.totpUri);
    // Used already to enable it.
    expect(await verify(code)).toBe(401);
    await forgetCodes();
    // One of two concurrent uses succeeds.
    expect((await Promise.all([verify(code), verify(code)])).sort()).toEqual([200, 401]);
    expect(await verify(code)).toBe(401);
    await forgetCodes();
    expect(await verify(totpCode(me.totpUri, Date.now() - 60_000))).toBe(401);
    expect(await verify(totpCode(me.totpUri, Date.now() + 30_000))).toBe(401);
  });

  it("ends other sessions when enabled or disabled", async () => {
    const { post, email, cookie } = await person();
    const elsewhere = await app.signIn({ email, password });
    const isSignedIn = async (cookie: string) =>
      (await json(app.http.request("/api/session", { headers: { cookie } }))).user !== null;
    const { totpUri } = await json(post("/api/account/two-factor/set-up", { password }));
    expect((await post("/api/account/two-factor/confirm", { code: "000000" })).status).toBe(400);
    expect(await isSignedIn(elsewhere)).toBe(true);
    const confirmed = await post("/api/account/two-factor/confirm", { code: totpCode(totpUri) });
    const here = cookiesOf(confirmed);
    expect([await isSignedIn(here), await isSignedIn(elsewhere), await isSignedIn(cookie)]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await mailbox.collectOne(email)).html).toContain("Your other devices have been signed out");

    const first = await app.post("/api/auth/sign-in/email", { email, password });
    await forgetCodes();
    const second = await app.post(
      "/api/auth/two-factor/verify-totp",
      { code: totpCode(totpUri) },
      { cookie: cookiesOf(first) },
    );
    const phone = cookiesOf(second);
    expect(await isSignedIn(phone)).toBe(true);
    const off = await app.post("/api/account/two-factor/turn-off", { password }, { cookie: here });
    expect([await isSignedIn(cookiesOf(off)), await isSignedIn(phone)]).toEqual([true, false]);
  });

  it("accepts each recovery code once", async () => {
    const me = await withTwoFactor();
    const [code] = me.recoveryCodes;
    for (const expected of [200, 401]) {
      await sql`TRUNCATE auth_rate_limits`.execute(app.db);
      const first = await app.post("/api/auth/sign-in/email", { email: me.email, password });
      const cookie = cookiesOf(first);
      const answer = await app.post("/api/auth/two-factor/verify-backup-code", { code }, { cookie });
      expect(answer.status).toBe(expected);
    }
  });

  it("requires the password to disable the second factor", async () => {
    const me = await withTwoFactor();
    await forgetCodes();
    const cookie = cookiesOf(
      await app.post(
        "/api/auth/two-factor/verify-totp",
        { code: totpCode(me.totpUri) },
        { cookie: cookiesOf(await app.post("/api/auth/sign-in/email", { email: me.email, password })) },
      ),
    );
    const turnOffTwoFactor = (body: unknown) =>
      app.post("/api/account/two-factor/turn-off", body, { cookie });
    expect((await turnOffTwoFactor({ password: "wrong" })).status).toBe(400);
    expect((await turnOffTwoFactor({ password })).status).toBe(200);
    expect(await app.signIn({ email: me.email, password })).toMatch(/session_token/);
  });

  it("opens the office where a second factor is required", async () => {
    const strict = await createTestApp({ ADMIN_TWO_FACTOR: "required" });
    try {
      await createCompany(strict.db);
      await strict.addUser({ email: "boss@example.com", password, role: "admin" });
      const cookie = await strict.signIn({ email: "boss@example.com", password });
      const list = (cookie: string) => strict.http.request("/api/admin/bookings", { headers: { cookie } });
      expect(await json(list(cookie))).toMatchObject({ reason: "two-factor-required" });
      // Other calls also treat them as customers: a stranger's booking does not exist.
      const bookingId = await book(officeCtx(strict.db));
      const { reference } = await strict.db
        .selectFrom("bookings")
        .select("reference")
        .where("id", "=", bookingId)
        .executeTakeFirstOrThrow();
      const strangers = await strict.http.request(`/api/bookings/${reference}`, { headers: { cookie } });
      expect(strangers.status).toBe(404);
      const session = await strict.http.request("/api/session", { headers: { cookie } });
      expect((await json(session)).user).toMatchObject({ mustSetUpTwoFactor: true });
      const { totpUri } = await json(strict.post("/api/account/two-factor/set-up", { password }, { cookie }));
      const confirmed = await strict.post(
        "/api/account/two-factor/confirm",
        { code: totpCode(totpUri) },
        { cookie },
      );
      expect((await list(cookiesOf(confirmed))).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

describe("properties", () => {
  it("lists properties of bookings and added ones, and removes unused ones", async () => {
    const me = await person();
    await bookingOf(me);
    const added = await json(
      me.post("/api/account/properties", { ...address, street: "Second Street 2", landmark: "By the park" }),
    );
    expect(added.properties.map(({ street, inUse }: never) => [street, inUse])).toEqual([
      ["Palm Street 7", true],
      ["Second Street 2", false],
    ]);
    const [used, unused] = added.properties;
    expect((await me.post(`/api/account/properties/${used.id}/remove`)).status).toBe(409);
    expect((await me.post(`/api/account/properties/${unused.id}`, { street: "" })).status).toBe(400);
    const changed = await json(
      me.post(`/api/account/properties/${unused.id}`, { ...address, street: "Third Street 3" }),
    );
    expect(changed.properties[1].street).toBe("Third Street 3");
    expect((await json(me.post(`/api/account/properties/${unused.id}/remove`))).properties).toHaveLength(1);
  });

  it("prefills the booking form with name, email and last phone", async () => {
    const me = await person();
    await me.post("/api/account/properties", address);
    const details = () => json(me.get("/api/account/booking-details"));
    const known = { customerName: "Test customer", email: me.email, addresses: [address] };
    expect(await details()).toEqual({ ...known, phone: null, messageChannel: null });
    await bookingOf(me, { phone: "+971504444444", addressParts: address });
    expect(await details()).toMatchObject({ phone: "+971504444444" });
    await me.post("/api/account/profile", { name: "Test customer", phone: "050 555 5555" });
    expect(await details()).toMatchObject({ phone: "+971505555555" });
  });

  it("excludes properties of a stranger with the same phone", async () => {
    const me = await person();
    await bookingOf(me, { phone: "+971503333333" });
    await book(officeCtx(app.db), {
      email: "neighbour@example.com",
      phone: "+971503333333",
      addressParts: { ...address, street: "The Neighbour's Home" },
    });
    const { properties } = await json(me.get("/api/account/properties"));
    expect(properties.map(({ street }: never) => street)).toEqual(["Palm Street 7"]);
  });
});

describe("work on hold", () => {
  it("appears with its reason and expected day in the lists of the account", async () => {
    const me = await person();
    const { id } = await bookingOf(me);
    const continueOn = "2027-01-15";
    await app.db.updateTable("bookings").set({ state: "on_hold", continueOn }).where("id", "=", id).execute();
    for (const [index, reason] of ["A valve has to be ordered", "Waiting for your approval"].entries()) {
      await recordTimelineEntry(officeCtx(app.db), id, {
        ...{ event: "hold", from: "on_site", to: "on_hold", version: index + 5, reason },
      });
    }
    const row = { id, onHold: { reason: "Waiting for your approval", continueOn } };
    expect((await json(me.get("/api/account/bookings"))).bookings).toMatchObject([row]);
    expect((await json(me.get("/api/account/overview"))).upcoming).toMatchObject([row]);
    await app.db.updateTable("bookings").set({ state: "scheduled" }).where("id", "=", id).execute();
    expect((await json(me.get("/api/account/bookings"))).bookings).toMatchObject([{ id, onHold: null }]);
  });
});

describe("past bookings", () => {
  it("separates past from open bookings", async () => {
    const me = await person();
    const { id } = await bookingOf(me);
    const idsOf = async (open: string) =>
      (await json(me.get(`/api/account/bookings?open=${open}`))).bookings.map(({ id }: { id: string }) => id);
    expect([await idsOf("yes"), await idsOf("no")]).toEqual([[id], []]);
    await app.db.updateTable("bookings").set({ state: "no_access" }).where("id", "=", id).execute();
    expect([await idsOf("yes"), await idsOf("no")]).toEqual([[id], []]);
    expect((await json(me.get("/api/account/overview"))).upcoming).toMatchObject([
      { id, state: "no_access" },
    ]);
    await app.db.updateTable("bookings").set({ state: "cancelled" }).where("id", "=", id).execute();
    expect([await idsOf("yes"), await idsOf("no")]).toEqual([[], [id]]);
  });

  it("lists past bookings by their visits, latest first", async () => {
    const me = await person();
    const requestedFirst = await bookingOf(me);
    const requestedSecond = await bookingOf(me);
    for (const [{ id }, day] of [
      [requestedFirst, "2026-03-02"],
      [requestedSecond, "2026-02-02"],
    ] as const) {
      const time = { startsAt: dubaiInstant(day, "10:00"), endsAt: dubaiInstant(day, "11:00") };
      await app.db
        .insertInto("visits")
        .values({ id: randomUUID(), bookingId: id, state: "work_done", createdAt: new Date(), ...time })
        .execute();
      await put(id, "completed");
    }
    const { bookings } = await json(me.get("/api/account/bookings?open=no"));
    expect(bookings.map(({ id }: { id: string }) => id)).toEqual([requestedFirst.id, requestedSecond.id]);
  });
});

describe("feedback on finished work", () => {
  it("allows one review and one warranty request", async () => {
    const me = await person();
    const booking = await bookingOf(me);
    const path = `/api/bookings/${booking.reference}`;
    expect((await me.post(`${path}/review`, { rating: 5 })).status).toBe(409);
    await put(booking.id, "completed");
    expect((await me.post(`${path}/review`, { rating: 6 })).status).toBe(400);
    expect(await json(me.post(`${path}/review`, { rating: 5, comment: " Spotless <3 " }))).toMatchObject({
      review: { rating: 5, comment: "Spotless 3" },
      canReview: false,
      canRequestWarrantyVisit: true,
    });
    expect((await me.post(`${path}/review`, { rating: 1 })).status).toBe(409);
    // Office users read feedback in the office, not as customers.
    expect((await (await person("admin")).get(`${path}/aftercare`)).status).toBe(404);
    const review = await app.db.selectFrom("reviews").selectAll().executeTakeFirstOrThrow();
    expect(review.publishedAt).toBeNull();

    await mailbox.collect();
    expect((await me.post(`${path}/warranty-request`, { message: "" })).status).toBe(400);
    expect((await me.post(`${path}/warranty-request`, { message: "It drips again" })).status).toBe(200);
    expect((await me.post(`${path}/warranty-request`, { message: "And again" })).status).toBe(409);
    const mail = await mailbox.collectOne("office@company.example");
    expect(mail.plain).toMatch(/It drips again/);
    expect(mail.subject).toContain(booking.reference);
  });

  it("lets the office publish a review with first name and area, and withdraw it", async () => {
    const [me, office] = [await person(), await person("admin")];
    const booking = await bookingOf(me, { customerName: "Fatima Al Zahra" });
    await put(booking.id, "completed");
    await me.post(`/api/bookings/${booking.reference}/review`, { rating: 4, comment: "On time." });
    const code = async () =>
      (await findServiceReviews({ ...officeCtx(app.db), actor: visitor }, "plumbing")).published;
    const publish = (user: typeof me, published: boolean, id = booking.id) =>
      user.post(`/api/admin/bookings/${id}/review`, { published });
    expect(await code()).toEqual([]);
    expect((await publish(me, true)).status).toBe(403);
    expect((await publish(office, true, randomUUID())).status).toBe(404);

    const version = () =>
      app.db
        .selectFrom("contentChanges")
        .select("version")
        .where("tableName", "=", "reviews")
        .executeTakeFirstOrThrow();
    const before = await version();
    expect((await json(publish(office, true))).review).toEqual({
      rating: 4,
      comment: "On time.",
      published: true,
      answer: null,
    });
    await publish(office, true);
    expect(await code()).toMatchObject([
      { rating: 4, comment: "On time.", name: "Fatima", area: "Al Barsha" },
    ]);
    expect(await version()).not.toEqual(before);
    const entries = await readTrail(app.db, { subjectId: booking.id });
    expect(entries.filter(({ type }) => type === "booking.review-published")).toHaveLength(1);

    await publish(office, false);
    expect(await code()).toEqual([]);
  });
});

describe("data export", () => {
  it("exports all data of the person and none of others", async () => {
    const [me, other] = [await person(), await person()];
    const booking = await bookingOf(me);
    await bookingOf(other);
    const written = await app.db
      .insertInto("contactMessages")
      .values(
        [me, other].map(({ email }) => ({
          name: "Zainab Qasim",
          email,
          phone: null,
          message: "Hello",
          userId: null,
          sentAt: new Date(),
        })),
      )
      .returning("reference")
      .execute();
    const answer = await me.get("/api/account/export");
    expect(answer.headers.get("Content-Disposition")).toMatch(/my-data-\d{4}-\d\d-\d\d\.zip/);
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    const json = files["my-data.json"]!.toString();
    const data = JSON.parse(json);
    const { text: pdfText } = await extractText(new Uint8Array(files["my-data.pdf"]!), { mergePages: true });
    expect(data.profile.email).toBe(me.email);
    expect(data.bookings.map(({ reference }: never) => reference)).toEqual([booking.reference]);
    expect(pdfText).toContain(me.email);
    expect(pdfText).toContain(booking.reference);
    expect(data.messages.map(({ reference }: never) => reference)).toEqual([written[0]!.reference]);
    expect(pdfText).toContain(written[0]!.reference);
    expect(pdfText).toContain("Page 1 of 1");
    expect(json + pdfText).not.toContain(other.email);
    expect(json + pdfText).not.toMatch(/session_token|scrypt/);
  });
});

describe("deleting the account", () => {
  it("refuses the deletion while a booking is open", async () => {
    const me = await person();
    const { id } = await bookingOf(me);
    const answer = await me.post("/api/account/delete", { password });
    expect([answer.status, (await json(answer)).reason]).toEqual([409, "has-open-booking"]);
    await transitionBooking(officeCtx(app.db), { bookingId: id, transition: "cancel", version: 1 });
    expect((await me.post("/api/account/delete", { password: "wrong" })).status).toBe(400);
    expect((await me.post("/api/account/delete", { password })).status).toBe(200);
  });

  it("keeps business records without personal data", async () => {
    const me = await person();
    await me.post("/api/account/profile", { name: "Zebediah Quill", phone: "0509998887" });
    await me.post("/api/account/properties", { ...address, street: "Zebra Crossing 1" });
    const { id, reference } = await bookingOf(me, {
      customerName: "Zebediah Quill",
      phone: "+971509998887",
      message: "Zebras everywhere",
      addressParts: { ...address, street: "Zebra Lane 9" },
    });
    await put(id, "completed");
    await me.post(`/api/bookings/${reference}/review`, { rating: 4, comment: "Zebra-proof" });
    await me.post(`/api/bookings/${reference}/warranty-request`, { message: "A zebra again" });
    await mailbox.collect();
    expect((await me.post("/api/account/delete", { password })).status).toBe(200);

    expect(await json(me.get("/api/session"))).toEqual({ user: null });
    // The final email goes out; other waiting emails have no recipient any more.
    const last = await mailbox.collect();
    expect(last).toMatchObject([
      { recipient: me.email, subject: expect.stringContaining("has been deleted") },
    ]);
    const storedProfile = await app.db
      .selectFrom("bookings")
      .select(["reference", "state", "area"])
      .where("id", "=", id)
      .execute();
    expect(storedProfile).toEqual([{ reference, state: "completed", area: "Al Barsha" }]);
    const tables = await sql<{ name: string }>`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(app.db);
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ text: string | null }>`
        SELECT string_agg(row::text, ' ') AS text FROM ${sql.table(name)} AS row`.execute(app.db);
      expect([name, rows[0]!.text?.match(/zebra|zebediah|9998887/i) ?? null]).toEqual([name, null]);
      expect([name, rows[0]!.text?.includes(me.email) ?? false]).toEqual([name, false]);
    }
    expect((await app.post("/api/auth/sign-in/email", { email: me.email, password })).status).toBe(401);
    // The email can be used again.
    expect(
      (await app.post("/api/auth/sign-up/email", { name: "New One", email: me.email, password })).status,
    ).toBe(200);
  });

  it("refuses the deletion of the last admin", async () => {
    await app.db.deleteFrom("users").where("role", "=", "admin").execute();
    const boss = await person("admin");
    expect((await json(boss.post("/api/account/delete", { password }))).reason).toBe("last-admin");
  });
});
