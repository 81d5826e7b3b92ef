import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openFileStore } from "~/platform/files/file-store.server";
import { removeUnclaimedFiles } from "~/platform/files/files.server";
import { addMinutes, dubaiInstant } from "~/platform/time";
import {
  type ApiResponse,
  type Caller,
  createCaller,
  NOW,
  TODAY,
  TOMORROW,
} from "../../../../test/harness/company/booking-caller";
import { ORIGIN } from "../../../../test/harness/http-app";
import { createTestPicture } from "../../../../test/harness/pictures";
import { unzip } from "../../../../test/harness/unzip";
import { travelMinutes } from "../../core/geography/travel";
import { personalDataOfTechnicianApp } from "./personal-data.server";

/** Technician's app: visits, permissions, late and repeated taps. */

let caller: Caller;
let dataDir: string;
let picture: Buffer<ArrayBuffer>;
let admin: Record<string, string>;
let omar: Technician;
let sara: Technician;

interface Technician {
  id: string;
  headers: Record<string, string>;
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "field-"));
  caller = await createCaller({ DATA_DIR: dataDir });
  picture = Buffer.from(await createTestPicture("jpeg"));
  admin = await caller.asAdmin();
  omar = await technician("Omar Saleh");
  sara = await technician("Sara Haddad");
});
afterAll(async () => {
  await caller.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  vi.setSystemTime(NOW);
  await caller.db.deleteFrom("rateLimits").execute();
  await caller.db.updateTable("visits").set({ state: "cancelled" }).execute();
});

async function technician(name: string): Promise<Technician> {
  const id = await caller.addTechnician(name);
  const user = {
    email: `${name.split(" ")[0]!.toLowerCase()}@phone.example`,
    password: "a password of a technician",
    role: "technician" as const,
  };
  const userId = await caller.addUser(user);
  await caller.db.updateTable("technicians").set({ userId }).where("id", "=", id).execute();
  return { id, headers: { Cookie: await caller.signIn(user) } };
}

const office = (id: string, what: string, body: Record<string, unknown>) =>
  caller.call("POST", `/api/admin/bookings/${id}/${what}`, body, admin);

/** Confirmed booking with the technician on the way: visit id and version. */
async function sent({ date = TODAY, time = "14:00", to = omar, photoIds = [] as string[] } = {}) {
  const booked = await caller.book({ photoIds });
  const placed = await office(booked.bookingId, "visits", { version: 1, technicianId: to.id, date, time });
  expect(placed.status, placed.text).toBe(200);
  return { ...booked, visitId: placed.body.visitId as string, version: placed.body.version as number };
}

const userOf = async ({ id }: Technician) =>
  (await caller.db.selectFrom("technicians").select("userId").where("id", "=", id).executeTakeFirstOrThrow())
    .userId;
const list = async (who: Technician) =>
  (await caller.call("GET", "/api/technician/visits", undefined, who.headers)).body.visits;
const tap = (visitId: string, body: Record<string, unknown>, who = omar, key: string = crypto.randomUUID()) =>
  caller.call(
    "POST",
    `/api/technician/visits/${visitId}/transitions`,
    { tappedAt: new Date().toISOString(), ...body },
    { ...who.headers, "Idempotency-Key": key },
  );
const outcome = ({ status, body }: ApiResponse) => ({ status, reason: body.reason });
const minutesLater = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

/** One upload and copies of its record, because each upload starts a process. */
async function upload(): Promise<string> {
  uploaded ??= uploadPicture().then((id) =>
    caller.db
      .selectFrom("files")
      .select(["kind", "contentType", "sizeBytes", "sha256"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
  );
  const { id } = await caller.db
    .insertInto("files")
    .values({ ...(await uploaded), createdAt: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
let uploaded: Promise<{ kind: string; contentType: string; sizeBytes: number; sha256: string }> | undefined;

async function uploadPicture(): Promise<string> {
  const answer = await caller.http.request("/api/pictures", {
    method: "POST",
    headers: { "Content-Type": "image/jpeg", Origin: ORIGIN, ...omar.headers },
    body: picture,
  });
  return ((await answer.json()) as { id: string }).id;
}

async function uploadRecording(headers: Record<string, string> = omar.headers): Promise<string> {
  const answer = await caller.http.request("/api/recordings", {
    method: "POST",
    headers: { "Content-Type": "audio/webm;codecs=opus", Origin: ORIGIN, ...headers },
    body: Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1]),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

describe("wrong taps", () => {
  it("asks for confirmation of a departure for a visit of tomorrow", async () => {
    const { visitId, version } = await sent({ date: TOMORROW, time: "09:00" });
    const asked = await tap(visitId, { transition: "depart", version });
    expect(outcome(asked)).toEqual({ status: 409, reason: "not-today" });
    expect((await list(omar))[0].state).toBe("scheduled");
    expect((await tap(visitId, { transition: "depart", version, confirmOtherDay: true })).status).toBe(200);
    expect((await list(omar))[0].state).toBe("en_route");
  });

  it("lets only the same technician undo a departure or arrival", async () => {
    const { visitId, version } = await sent();
    await tap(visitId, { transition: "depart", version });
    await tap(visitId, { transition: "arrive", version: version + 1 });
    expect((await tap(visitId, { transition: "undoArrive", version: version + 2 }, sara)).status).toBe(404);
    expect((await tap(visitId, { transition: "undoDepart", version: version + 2 })).status).toBe(409);
    expect((await tap(visitId, { transition: "undoArrive", version: version + 2 })).status).toBe(200);
    expect((await tap(visitId, { transition: "undoDepart", version: version + 3 })).status).toBe(200);
    expect(await list(omar)).toMatchObject([{ id: visitId, state: "scheduled" }]);
  });
});

describe("visit list", () => {
  it("shows address, contact and work of today and tomorrow in order", async () => {
    const photoIds = [await uploadPicture()];
    const tomorrow = await sent({ date: TOMORROW, time: "09:00" });
    const today = await sent({ photoIds });
    await sent({ date: "2026-11-25" });
    await sent({ to: sara });
    const visits = await list(omar);
    expect(visits.map(({ id }: { id: string }) => id)).toEqual([today.visitId, tomorrow.visitId]);
    expect(visits[0]).toEqual({
      lateReportKey: expect.stringContaining(omar.id),
      id: today.visitId,
      reference: today.reference,
      version: 3,
      state: "scheduled",
      startsAt: `${TODAY}T10:00:00.000Z`,
      endsAt: `${TODAY}T11:00:00.000Z`,
      serviceName: "Plumbing",
      isLead: true,
      otherCrew: [],
      multiDayPosition: null,
      expectedAt: null,
      // 40 minutes before the start, the default travel time.
      leaveAt: `${TODAY}T09:20:00.000Z`,
      emergency: false,
      customerName: "Aisha Al Marri",
      greeting: "Hello Aisha Al Marri, I am coming to you for: Plumbing.",
      phone: expect.stringMatching(/^\+971/),
      address: "Al Marsa Street, Marina Diamond 4, 1203, Dubai Marina, Near the tram stop",
      area: "Dubai Marina",
      message: "",
      photos: photoIds.map((id) => ({ id })),
      lines: [{ name: "Plumbing call-out", mode: "hourly", quantity: 1 }],
      notes: [],
      reports: [],
      access: {
        ...{ version: 0, parking: "", notes: "", siteContact: "", sitePhone: null, makani: null, pin: null },
        ...{ permitNeeded: false, permitBy: null, permitUntil: null, permitFileId: null },
      },
      permitMissing: false,
    });
    const photo = await caller.http.request(`/api/technician/visits/${today.visitId}/photos/${photoIds[0]}`, {
      headers: omar.headers,
    });
    expect(photo.headers.get("Content-Type")).toBe("image/jpeg");
  });

  it("names the work in the technician's language, and greets the customer in the customer's", async () => {
    const { bookingId } = await sent();
    const { db } = caller;
    await db.updateTable("services").set({ nameAr: "السباكة" }).where("id", "=", "plumbing").execute();
    await db
      .updateTable("prices")
      .set({ nameAr: "زيارة سباك" })
      .where("name", "=", "Plumbing call-out")
      .execute();
    // Booked on an Arabic page.
    await db.updateTable("bookings").set({ language: "ar" }).where("id", "=", bookingId).execute();
    const [line] = await db
      .deleteFrom("bookingLines")
      .where("bookingId", "=", bookingId)
      .returningAll()
      .execute();
    await db
      .insertInto("bookingLines")
      .values({ ...line!, name: "زيارة سباك" })
      .execute();
    const [visit] = await list(omar);
    expect(visit).toMatchObject({ serviceName: "Plumbing", lines: [{ name: "Plumbing call-out" }] });
    expect(visit.greeting.replace(/[\u2066-\u2069]/g, "")).toBe(
      "مرحبًا Aisha Al Marri، أنا قادم إليكم من أجل: السباكة.",
    );
    const { body } = await caller.call("GET", `/api/admin/bookings/${bookingId}`, undefined, admin);
    for (const text of [
      body.booking.mailSubject,
      ...body.booking.messageTexts.map((one: { text: string }) => one.text),
    ])
      expect(text.replaceAll("Aisha Al Marri", "").replace(/BK-[\d-]+/g, "")).not.toMatch(/[a-z]{2}/i);
    const customer = await caller.call(
      "GET",
      `/api/admin/customers/${body.booking.customerId}`,
      undefined,
      admin,
    );
    expect(customer.body.customer.greeting).toContain("مرحبًا");
    await db.updateTable("services").set({ nameAr: null }).where("id", "=", "plumbing").execute();
    await db.updateTable("prices").set({ nameAr: null }).where("name", "=", "Plumbing call-out").execute();
  });

  it("keeps visits in progress from earlier days and hides unconfirmed ones", async () => {
    const { visitId } = await sent();
    expect(outcome(await tap(visitId, { transition: "depart", version: 3 })).status).toBe(200);
    await caller.book({ preferredDate: TOMORROW, preferredTime: "11:00" });
    vi.setSystemTime(NOW.getTime() + 3 * 86_400_000);
    expect(await list(omar)).toMatchObject([{ id: visitId, state: "en_route" }]);
  });

  it("keeps a visit of the evening that is finished after midnight, as today's work of the office, too", async () => {
    const evening = await sent({ time: "18:00" });
    const today = async () =>
      (await caller.call("GET", "/api/admin/today/work", undefined, admin)).body.visits.count;
    vi.setSystemTime(dubaiInstant(TODAY, "18:00"));
    await tap(evening.visitId, { transition: "depart", version: 3 });
    await tap(evening.visitId, { transition: "arrive", version: 4 });
    vi.setSystemTime(dubaiInstant(TOMORROW, "00:20"));
    expect(await list(omar)).toMatchObject([{ id: evening.visitId, state: "on_site" }]);
    const before = await today();
    expect(outcome(await tap(evening.visitId, { transition: "finishWork", version: 5 })).status).toBe(200);
    expect(await list(omar)).toMatchObject([{ id: evening.visitId, state: "work_done" }]);
    expect(await today()).toBe(before);
    expect(before).toBeGreaterThan(0);
    vi.setSystemTime(dubaiInstant(TOMORROW, "23:59").getTime() + 120_000);
    expect(await list(omar)).toEqual([]);
  });

  it("includes the technician's own picture only", async () => {
    const pictureOf = async (who: Technician) =>
      (await caller.call("GET", "/api/technician/visits", undefined, who.headers)).body.pictureId;
    expect(await pictureOf(omar)).toBeNull();
    const bytes = { small: Buffer.from("small"), large: Buffer.from("large"), createdAt: NOW };
    const { id } = await caller.db
      .insertInto("technicianPictures")
      .values({ technicianId: omar.id, ...bytes })
      .returning("id")
      .executeTakeFirstOrThrow();
    expect(await pictureOf(omar)).toBe(id);
    const look = (who: Technician) =>
      caller.http.request(`/api/technician/picture/${id}?size=small`, { headers: who.headers });
    expect(await (await look(omar)).text()).toBe("small");
    expect((await look(sara)).status).toBe(404);
    await caller.db.deleteFrom("technicianPictures").execute();
  });

  it("requires the technician role", async () => {
    const call = (headers = {}) => caller.call("GET", "/api/technician/visits", undefined, headers);
    expect((await call()).status).toBe(401);
    expect((await call(admin)).status).toBe(403);
  });
});

describe("visit workflow", () => {
  it("runs the visit as the technician and shows the report to customer and office", async () => {
    const { visitId, bookingId, reference, key } = await sent();
    expect((await tap(visitId, { transition: "depart", version: 3 })).body).toEqual({
      success: true,
      version: 4,
    });
    minutesLater(20);
    expect((await tap(visitId, { transition: "arrive", version: 4 })).status).toBe(200);
    const [before, after, signature] = [await upload(), await upload(), await upload()];
    const recordingId = await uploadRecording();
    const payment = { method: "cash", fils: 330_00 };
    minutesLater(50);
    const done = await tap(visitId, {
      transition: "finishWork",
      version: 5,
      note: "New cartridge in the mixer",
      recordingId,
      ...{ readings: "2.5 bar", parts: "1 cartridge", payment },
      ...{ photoIds: [before, after], beforePhotoIds: [before] },
      signature: { fileId: signature, signedBy: "Aisha" },
    });
    expect(done.status, done.text).toBe(200);

    const report = {
      id: expect.any(String),
      transition: "finishWork",
      note: "New cartridge in the mixer",
      recordingId,
      ...{ readings: "2.5 bar", parts: "1 cartridge", payment },
      at: new Date().toISOString(),
      photos: [
        { id: before, beforeWork: true },
        { id: after, beforeWork: false },
      ],
      signature: { id: signature, signedBy: "Aisha" },
    };
    const startsAt = new Date(Date.now() - 50 * 60_000).toISOString();
    expect(await list(omar)).toMatchObject([
      { id: visitId, state: "work_done", version: 6, reports: [report], startsAt, endsAt: report.at },
    ]);
    const played = `/api/technician/visits/${visitId}/photos/${recordingId}`;
    const sound = await caller.http.request(played, { headers: omar.headers });
    expect(Object.fromEntries(sound.headers)).toMatchObject({
      "content-type": "audio/webm",
      "cache-control": "private, no-cache",
    });
    expect((await caller.http.request(played, { headers: sara.headers })).status).toBe(404);
    const inList = await caller.call("GET", `/api/admin/bookings?search=${reference}`, undefined, admin);
    expect(inList.body.bookings).toMatchObject([{ reference, startsAt }]);
    const officeView = await caller.call("GET", `/api/admin/bookings/${bookingId}/reports`, undefined, admin);
    expect(officeView.body.reports).toEqual([{ ...report, technicianName: "Omar Saleh" }]);
    const seen = await caller.call("GET", `/api/bookings/${reference}?key=${key}`);
    expect(seen.body.booking).toMatchObject({ state: "work_done", visit: { technicianName: "Omar Saleh" } });
    expect(seen.text).not.toContain("cartridge");
    const { actorRole, actorName } = await caller.db
      .selectFrom("timelineEntries")
      .selectAll()
      .where("bookingId", "=", bookingId)
      .where("event", "=", "finishWork")
      .executeTakeFirstOrThrow();
    expect({ actorRole, actorName }).toEqual({ actorRole: "technician", actorName: "Test technician" });
  });

  it("gives the customer voice messages in the archive of their data, and erases them", async () => {
    const { visitId, bookingId, reference } = await sent();
    await tap(visitId, { transition: "depart", version: 3 });
    const recordingId = await uploadRecording();
    await tap(visitId, { transition: "reportNoAccess", version: 4, recordingId });
    const email = "noura@example.com";
    const password = "a password of a customer";
    const userId = await caller.addUser({ email, password, role: "customer" });
    await caller.db.updateTable("bookings").set({ userId }).where("id", "=", bookingId).execute();
    const headers = { Cookie: await caller.signIn({ email, password }) };
    const archive = await caller.http.request("/api/account/export", { headers });
    const files = unzip(Buffer.from(await archive.arrayBuffer()));
    const name = `voice-messages/1-${reference}.webm`;
    expect([...files[name]!]).toEqual([0x1a, 0x45, 0xdf, 0xa3, 1]);
    expect(JSON.parse(files["my-data.json"]!.toString()).voiceMessages).toMatchObject([{ reference, name }]);

    await personalDataOfTechnicianApp.erase!(caller.ctx(), {
      ...{ userId, email, records: { booking: [bookingId] } },
      ...{ emails: [], phones: [], customerIds: [], propertyIds: [] },
    });
    const answer = await caller.call("GET", `/api/admin/bookings/${bookingId}/reports`, undefined, admin);
    expect(answer.body.reports).toMatchObject([{ recordingId: null }]);
    const owned = caller.db.selectFrom("files").select("ownerId").where("id", "=", recordingId);
    expect(await owned.executeTakeFirst()).toEqual({ ownerId: null });
    // Files without a record are removed a day after their upload.
    const ctx = { ...caller.ctx(), now: new Date(Date.now() + 25 * 3_600_000) };
    const store = openFileStore({ dataDir });
    await removeUnclaimedFiles(ctx, store);
    expect(await owned.executeTakeFirst()).toBeUndefined();
    expect(await store.get(recordingId)).toBeNull();
  });

  it("keeps a voice message with its report, and removes one that was never reported after a day", async () => {
    const { visitId } = await sent();
    const [reported, forgotten] = [await uploadRecording(), await uploadRecording()];
    await tap(visitId, { transition: "depart", version: 3 });
    await tap(visitId, { transition: "reportNoAccess", version: 4, recordingId: reported });
    const ctx = { ...caller.ctx(), now: new Date(Date.now() + 400 * 24 * 3_600_000) };
    await removeUnclaimedFiles(ctx, openFileStore({ dataDir }));
    const left = await caller.db
      .selectFrom("files")
      .select("id")
      .where("id", "in", [reported, forgotten])
      .execute();
    expect(left).toEqual([{ id: reported }]);
  });

  it("stores a report that is only a voice message, and refuses a picture in its place", async () => {
    const { visitId, bookingId } = await sent();
    await tap(visitId, { transition: "depart", version: 3 });
    const [recordingId, photoId] = [await uploadRecording(), await upload()];
    for (const wrong of [{ recordingId: photoId }, { photoIds: [recordingId] }]) {
      const answer = await tap(visitId, { transition: "reportNoAccess", version: 4, ...wrong });
      expect(outcome(answer)).toEqual({ status: 409, reason: "unknown-photo" });
    }
    const done = await tap(visitId, { transition: "reportNoAccess", version: 4, recordingId });
    expect(done.status, done.text).toBe(200);
    const answer = await caller.call("GET", `/api/admin/bookings/${bookingId}/reports`, undefined, admin);
    expect(answer.body.reports).toMatchObject([{ note: "", recordingId }]);
  });

  it("goes on hold with a reason that the customer reads", async () => {
    const { visitId, reference, key } = await sent();
    await tap(visitId, { transition: "depart", version: 3 });
    await tap(visitId, { transition: "arrive", version: 4 });
    expect(outcome(await tap(visitId, { transition: "hold", version: 5 }))).toEqual({
      status: 422,
      reason: "reason-required",
    });
    expect(
      (await tap(visitId, { transition: "hold", version: 5, reason: "A valve has to be ordered" })).status,
    ).toBe(200);
    const { body } = await caller.call("GET", `/api/bookings/${reference}?key=${key}`);
    expect(body.booking.state).toBe("on_hold");
    expect(body.booking.timeline.at(-1)).toMatchObject({
      event: "hold",
      reason: "A valve has to be ordered",
    });
    expect(body.booking.onHold).toEqual({ reason: "A valve has to be ordered", continueOn: null });
  });

  it.each([
    { continueOn: TODAY, expected: TODAY },
    { continueOn: "2027-11-23", expected: "2027-11-23" },
    // The tap was stored offline until the day had passed.
    { continueOn: "2026-11-22", expected: null },
  ])("stores the expected day $continueOn of work on hold as $expected", async ({ continueOn, expected }) => {
    const { visitId, reference, key } = await sent();
    await tap(visitId, { transition: "depart", version: 3 });
    await tap(visitId, { transition: "arrive", version: 4 });
    const hold = { transition: "hold", version: 5, reason: "Parts must be ordered", continueOn };
    expect((await tap(visitId, { ...hold, continueOn: "2027-11-24" })).status).toBe(400);
    expect((await tap(visitId, hold)).status).toBe(200);
    const { body } = await caller.call("GET", `/api/bookings/${reference}?key=${key}`);
    expect(body.booking.onHold).toEqual({ reason: "Parts must be ordered", continueOn: expected });
  });

  it("hands the visit over with a reason and a report, and the office chooses who continues", async () => {
    const { visitId, bookingId, reference, key } = await sent();
    await tap(visitId, { transition: "depart", version: 3 });
    expect(outcome(await tap(visitId, { transition: "handOver", version: 4 }))).toEqual({
      status: 422,
      reason: "reason-required",
    });
    const photoIds = [await upload()];
    const report = { note: "The tap is open", photoIds, reason: "Vehicle breakdown" };
    minutesLater(1);
    const handedOver = await tap(visitId, { transition: "handOver", version: 4, ...report });
    expect(handedOver.body, handedOver.text).toEqual({ success: true, version: 5 });
    expect(await list(omar)).toMatchObject([{ id: visitId, state: "handed_over" }]);
    const { booking } = (await caller.call("GET", `/api/admin/bookings/${bookingId}`, undefined, admin)).body;
    expect(booking).toMatchObject({ state: "confirmed" });
    expect(booking.visits).toMatchObject([
      { state: "handed_over", technicianName: "Omar Saleh" },
      { state: "held", technicianName: null },
    ]);
    expect(booking.timeline.at(-1)).toMatchObject({ event: "handOver", reason: "Vehicle breakdown" });
    const page = await caller.call("GET", `/api/bookings/${reference}?key=${key}`);
    expect(page.body.booking).toMatchObject({ state: "confirmed", onTheWay: null });
    expect(page.text).not.toContain("Vehicle breakdown");
    // The office was first, or the tap is repeated.
    expect((await tap(visitId, { transition: "handOver", version: 5, ...report, photoIds: [] })).status).toBe(
      409,
    );
  });

  it("changes only this visit of the booking", async () => {
    const { visitId, bookingId } = await sent();
    const second = { ...(await sent({ date: TOMORROW, to: sara })) };
    await caller.db.updateTable("visits").set({ bookingId }).where("id", "=", second.visitId).execute();
    expect((await tap(visitId, { transition: "depart", version: 3 })).status).toBe(200);
    expect(await list(sara)).toMatchObject([{ id: second.visitId, state: "scheduled" }]);
  });
});

describe("delays", () => {
  // Her last location is unknown.
  let nadia: Technician;
  beforeAll(async () => {
    nadia = await technician("Nadia Rahman");
  });
  const seen = async ({ reference, key }: { reference: string; key: string }) =>
    (await caller.call("GET", `/api/bookings/${reference}?key=${key}`)).body.booking;
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  it("updates the customer's arrival, the timeline and the audit trail", async () => {
    const booked = await sent({ time: "09:00", to: nadia });
    await tap(booked.visitId, { transition: "depart", version: 3 }, nadia);
    const firstAt = inMinutes(40);
    expect((await seen(booked)).onTheWay).toEqual({ firstAt, expectedAt: firstAt });
    expect(await list(nadia)).toMatchObject([{ expectedAt: firstAt }]);

    minutesLater(30);
    const said = { transition: "delay", minutes: 30, version: 4 };
    expect((await tap(booked.visitId, said, nadia, "later")).body).toEqual({ success: true, version: 5 });
    expect((await tap(booked.visitId, said, nadia, "later")).body).toEqual({ success: true, version: 5 });
    const expectedAt = inMinutes(40);
    const shown = await seen(booked);
    expect(shown.onTheWay).toEqual({ firstAt, expectedAt });
    expect(shown).toMatchObject({ state: "en_route" });
    expect(shown.timeline.at(-1)).toMatchObject({ event: "delay" });
    expect(await list(nadia)).toMatchObject([{ expectedAt, version: 5 }]);
    const trail = await caller.db
      .selectFrom("trail")
      .select(["data", "actorRole"])
      .where("type", "=", "booking.delayed")
      .where("subjectId", "=", booked.bookingId)
      .execute();
    expect(trail).toEqual([
      { data: { visitId: booked.visitId, minutes: 30, laterMin: 30 }, actorRole: "technician" },
    ]);
    expect((await tap(booked.visitId, { transition: "arrive", version: 5 }, nadia)).status).toBe(200);
    expect((await seen(booked)).onTheWay).toBeNull();
  });

  it("counts the delay from the tap and moves an expired estimate on", async () => {
    const booked = await sent({ time: "09:00", to: nadia });
    await tap(booked.visitId, { transition: "depart", version: 3 }, nadia);
    const firstAt = inMinutes(40);
    // Overdue by 15 minutes, the arrival is expected within the next 15.
    minutesLater(50);
    expect((await seen(booked)).onTheWay).toEqual({ firstAt, expectedAt: inMinutes(5) });
    const tappedAt = new Date().toISOString();
    const expectedAt = inMinutes(5 + 15);
    minutesLater(10);
    await tap(booked.visitId, { transition: "delay", minutes: 15, version: 4, tappedAt }, nadia);
    expect((await seen(booked)).onTheWay).toEqual({ firstAt, expectedAt });
    minutesLater(3 * 60);
    expect((await seen(booked)).onTheWay).toEqual({ firstAt, expectedAt: null });
    await tap(booked.visitId, { transition: "delay", minutes: 15, version: 5 }, nadia);
    expect((await seen(booked)).onTheWay).toEqual({ firstAt, expectedAt: inMinutes(15) });
  });

  it("discards the delay when the departure is undone", async () => {
    const booked = await sent({ time: "09:00", to: nadia });
    await tap(booked.visitId, { transition: "depart", version: 3 }, nadia);
    await tap(booked.visitId, { transition: "delay", minutes: 15, version: 4 }, nadia);
    await tap(booked.visitId, { transition: "undoDepart", version: 5 }, nadia);
    await tap(booked.visitId, { transition: "depart", version: 6 }, nadia);
    expect((await seen(booked)).onTheWay).toEqual({ firstAt: inMinutes(40), expectedAt: inMinutes(40) });
  });

  it("refuses visits not on the way, other durations and other users", async () => {
    const { visitId } = await sent({ to: nadia });
    const said = { transition: "delay", minutes: 15, version: 3 };
    expect(outcome(await tap(visitId, said, nadia))).toEqual({ status: 409, reason: "wrong-state" });
    await tap(visitId, { transition: "depart", version: 3 }, nadia);
    expect((await tap(visitId, { ...said, version: 4, minutes: 5 }, nadia)).status).toBe(400);
    expect((await tap(visitId, { ...said, version: 4 }, sara)).status).toBe(404);
    expect(outcome(await tap(visitId, said, nadia))).toEqual({ status: 200, reason: undefined });
  });
});

describe("reported payments", () => {
  it("need an amount and a known method", async () => {
    const { visitId } = await sent();
    await tap(visitId, { transition: "depart", version: 3 });
    await tap(visitId, { transition: "arrive", version: 4 });
    const finish = (payment: object) => tap(visitId, { transition: "finishWork", version: 5, payment });
    const wrongPayments = [
      { method: "cash" },
      { method: "cash", fils: 0 },
      { method: "cash", fils: 1.5 },
      { method: "cash", fils: 1e12 },
      { method: "cow", fils: 100 },
    ];
    for (const payment of wrongPayments)
      expect((await finish(payment)).status, JSON.stringify(payment)).toBe(400);
    expect((await finish({ method: "cheque", fils: 1 })).status).toBe(200);
    expect(await list(omar)).toMatchObject([{ reports: [{ payment: { method: "cheque", fils: 1 } }] }]);
  });
});

describe("time to leave", () => {
  it("counts from the visit before, and is unknown once the technician is on the way", async () => {
    const first = await sent({ time: "10:00" });
    const second = await sent({ time: "14:00" });
    await caller.db.updateTable("visits").set({ area: "Deira" }).where("id", "=", first.visitId).execute();
    const leaveTimes = async () =>
      new Map((await list(omar)).map(({ id, leaveAt }: { id: string; leaveAt: string }) => [id, leaveAt]));
    const travelMin = travelMinutes("Deira", "Dubai Marina")!;
    const leaveAt = addMinutes(dubaiInstant(TODAY, "14:00"), -travelMin).toISOString();
    expect((await leaveTimes()).get(second.visitId)).toBe(leaveAt);
    await tap(second.visitId, { transition: "depart", version: 3 });
    expect((await leaveTimes()).get(second.visitId)).toBeNull();
  });
});

describe("taps made offline", () => {
  it("applies taps at their time, in order, and once", async () => {
    const { visitId, bookingId } = await sent();
    const tapped = [5, 25].map((minutes) => new Date(NOW.getTime() + minutes * 60_000).toISOString());
    minutesLater(120);
    const first = { transition: "depart", version: 3, tappedAt: tapped[0] };
    const answers = await Promise.all([1, 2, 3].map(() => tap(visitId, first, omar, "the same key")));
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ success: true, version: 4 }));
    await tap(visitId, { transition: "arrive", version: 4, tappedAt: tapped[1] });
    const entries = await caller.db
      .selectFrom("timelineEntries")
      .selectAll()
      .where("bookingId", "=", bookingId)
      .where("fromVersion", ">=", 3)
      .orderBy("id")
      .execute();
    expect(entries.map(({ event, at }) => [event, at.toISOString()])).toEqual([
      ["depart", tapped[0]],
      ["arrive", tapped[1]],
    ]);
    expect(entries[0]?.detail).toEqual({ visitId, sentAt: new Date().toISOString() });
  });

  it("accepts taps after notes of the office and refuses them after changes", async () => {
    const { visitId, bookingId } = await sent();
    const noted = (version: number) => office(bookingId, "notes", { version, text: "Ring twice" });
    expect((await noted(3)).status).toBe(200);
    expect((await tap(visitId, { transition: "depart", version: 3 })).body).toEqual({
      success: true,
      version: 5,
    });
    expect((await noted(5)).status).toBe(200);
    expect((await tap(visitId, { transition: "arrive", version: 4 })).body).toEqual({
      success: true,
      version: 7,
    });
    await office(bookingId, "transitions", {
      version: 7,
      transition: "hold",
      reason: "Called off on the phone",
    });
    expect(outcome(await tap(visitId, { transition: "finishWork", version: 5 }))).toEqual({
      status: 409,
      reason: "stale",
    });
  });

  it("never applies a tap before the last change or in the future", async () => {
    const { visitId, bookingId } = await sent();
    minutesLater(10);
    await tap(visitId, { transition: "depart", version: 3, tappedAt: "2020-01-01T00:00:00Z" });
    await tap(visitId, { transition: "arrive", version: 4, tappedAt: "2099-01-01T00:00:00Z" });
    const entries = await caller.db
      .selectFrom("timelineEntries")
      .select(["event", "at"])
      .where("bookingId", "=", bookingId)
      .where("fromVersion", ">=", 3)
      .orderBy("id")
      .execute();
    expect(entries.map(({ at }) => at)).toEqual([NOW, new Date()]);
  });
});

describe("refused taps", () => {
  it("rejects taps on visits of other technicians and other days, as if unknown", async () => {
    const { visitId } = await sent();
    const later = await sent({ date: "2026-11-30" });
    const nobodys = await tap(crypto.randomUUID(), { transition: "depart", version: 3 });
    expect(outcome(nobodys)).toEqual({ status: 404, reason: "not-found" });
    expect(outcome(await tap(visitId, { transition: "depart", version: 3 }, sara))).toEqual(outcome(nobodys));
    expect(outcome(await tap(later.visitId, { transition: "depart", version: 3 }))).toEqual(outcome(nobodys));
    expect(outcome(await tap("no-id", { transition: "depart", version: 3 }))).toEqual(outcome(nobodys));
    expect(
      (await tap(visitId, { transition: "depart", version: 3 }, { id: "", headers: admin })).status,
    ).toBe(403);
    expect((await tap(visitId, { transition: "depart", version: 3 }, { id: "", headers: {} })).status).toBe(
      401,
    );
  });

  it("rejects taps on visits changed or reassigned meanwhile", async () => {
    const { visitId, bookingId } = await sent();
    const given = { version: 3, technicianId: sara.id, date: TODAY, time: "15:00" };
    expect((await office(bookingId, "assign", given)).status).toBe(200);
    expect(outcome(await tap(visitId, { transition: "depart", version: 3 }))).toEqual({
      status: 404,
      reason: "not-found",
    });
    expect(outcome(await tap(visitId, { transition: "depart", version: 3 }, sara))).toEqual({
      status: 409,
      reason: "stale",
    });
    expect(outcome(await tap(visitId, { transition: "arrive", version: 4 }, sara))).toEqual({
      status: 409,
      reason: "wrong-state",
    });
    expect((await tap(visitId, { transition: "depart", version: 4 }, sara)).status).toBe(200);
  });

  it("rejects transitions reserved for the office", async () => {
    const { visitId } = await sent();
    for (const move of ["complete", "cancel", "unassign", "assign"]) {
      expect((await tap(visitId, { transition: move, version: 3 })).status).toBe(400);
    }
  });

  it("rejects missing or foreign pictures without partial effects", async () => {
    const { visitId, bookingId } = await sent();
    await tap(visitId, { transition: "depart", version: 3 });
    await tap(visitId, { transition: "arrive", version: 4 });
    const photoIds = [await upload(), crypto.randomUUID()];
    const key = "tried again";
    const refused = await tap(visitId, { transition: "finishWork", version: 5, photoIds }, omar, key);
    expect(outcome(refused)).toEqual({ status: 409, reason: "unknown-photo" });
    const { state } = await caller.db
      .selectFrom("bookings")
      .select("state")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    expect(state).toBe("on_site");
    const again = { transition: "finishWork", version: 5, photoIds: [photoIds[0]] };
    expect((await tap(visitId, again, omar, key)).status).toBe(200);
    const other = await sent({ time: "17:00" });
    await tap(other.visitId, { transition: "depart", version: 3 });
    await tap(other.visitId, { transition: "arrive", version: 4 });
    expect(outcome(await tap(other.visitId, { ...again }))).toEqual({ status: 409, reason: "unknown-photo" });
  });

  it("rejects taps of deactivated technicians", async () => {
    const { visitId } = await sent();
    await caller.db.updateTable("technicians").set({ active: false }).where("id", "=", omar.id).execute();
    expect(await list(omar)).toEqual([]);
    expect((await tap(visitId, { transition: "depart", version: 3 })).status).toBe(404);
    await caller.db.updateTable("technicians").set({ active: true }).where("id", "=", omar.id).execute();
  });
});

describe("late reports", () => {
  const lateId = () => crypto.randomUUID().replaceAll("-", "");
  const sendLate = (visitId: string, body: Record<string, unknown>, headers: Record<string, string>) =>
    caller.call(
      "POST",
      `/api/visits/${visitId}/late-reports`,
      { id: lateId(), tappedAt: new Date().toISOString(), transition: "finishWork", ...body },
      { ...headers, "Idempotency-Key": crypto.randomUUID() },
    );
  const lateReports = async (bookingId: string) =>
    (await caller.call("GET", `/api/admin/bookings/${bookingId}/late-reports`, undefined, admin)).body
      .lateReports;
  const decide = (id: string, accept: boolean, headers = admin) =>
    caller.call("POST", `/api/admin/late-reports/${id}/decide`, { accept }, headers);
  const keyOf = async (visitId: string, who = omar) =>
    (await list(who)).find(({ id }: { id: string }) => id === visitId).lateReportKey as string;

  /** Omar wrote a report offline, and the office reassigned the visit meanwhile. */
  async function reassigned() {
    const booked = await sent();
    const key = await keyOf(booked.visitId);
    const given = { version: 3, technicianId: sara.id, date: TODAY, time: "15:00" };
    expect((await office(booked.bookingId, "assign", given)).status).toBe(200);
    return { ...booked, key };
  }

  it("reach the office with photos and signature after a reassignment, once under retries", async () => {
    const { visitId, bookingId, key } = await reassigned();
    const photoIds = [await upload(), await upload()];
    const signature = { fileId: await upload(), signedBy: "Layla" };
    const report = { id: lateId(), key, note: "New seal", photoIds, signature };
    for (const attempt of [1, 2, 3]) {
      const answer = await sendLate(visitId, report, omar.headers);
      expect(answer.status, `attempt ${attempt}: ${answer.text}`).toBe(200);
    }
    expect(await lateReports(bookingId)).toMatchObject([
      {
        ...{ technicianName: "Omar Saleh", transition: "finishWork", note: "New seal", accepted: null },
        photos: photoIds.map((id) => ({ id })),
        signature: { id: signature.fileId, signedBy: "Layla" },
      },
    ]);
    // Nothing is applied.
    expect(await list(sara)).toMatchObject([{ id: visitId, state: "scheduled", reports: [] }]);
  });

  it("carry the reason and the expected day of work on hold", async () => {
    const { visitId, bookingId, key } = await reassigned();
    const report = { key, transition: "hold", reason: "Parts must be ordered" };
    await sendLate(visitId, { ...report, continueOn: TOMORROW }, omar.headers);
    minutesLater(1);
    await sendLate(visitId, { ...report, continueOn: "2026-11-22" }, omar.headers);
    expect(await lateReports(bookingId)).toMatchObject([
      { reason: "Parts must be ordered", continueOn: null },
      { reason: "Parts must be ordered", continueOn: TOMORROW },
    ]);
  });

  it.each([true, false])("join the reports of the visit only if the office accepts: %s", async (accept) => {
    const { visitId, bookingId, key } = await reassigned();
    const photoIds = [await upload()];
    const report = {
      recordingId: await uploadRecording(),
      ...{ note: "New seal", readings: "2.5 bar", parts: "1 seal" },
      payment: { method: "card", fils: 120_50 },
    };
    await sendLate(visitId, { key, ...report, photoIds, beforePhotoIds: photoIds }, omar.headers);
    const photos = [{ id: photoIds[0], beforeWork: true }];
    expect(await lateReports(bookingId)).toMatchObject([{ ...report, photos }]);
    const [{ id }] = await lateReports(bookingId);
    const answer = await decide(id, accept);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.lateReports).toMatchObject([{ accepted: accept }]);
    expect(outcome(await decide(id, !accept))).toEqual({ status: 409, reason: "wrong-state" });
    const { reports } = (
      await caller.call("GET", `/api/admin/bookings/${bookingId}/reports`, undefined, admin)
    ).body;
    expect(reports).toMatchObject(accept ? [{ ...report, technicianName: "Omar Saleh", photos }] : []);
    const { state } = (await caller.call("GET", `/api/admin/bookings/${bookingId}`, undefined, admin)).body
      .booking;
    expect(state).toBe("scheduled");
  });

  it("reach the office for a cancelled booking and for a visit that a colleague finished", async () => {
    const cancelled = await sent();
    const key = await keyOf(cancelled.visitId);
    await office(cancelled.bookingId, "transitions", { transition: "cancel", version: 3 });
    expect((await sendLate(cancelled.visitId, { key, note: "Was there" }, omar.headers)).status).toBe(200);
    const finished = await sent();
    const finishedKey = await keyOf(finished.visitId);
    let version = 3;
    for (const transition of ["depart", "arrive", "finishWork"])
      await office(finished.bookingId, "transitions", { transition, version: version++ });
    expect(outcome(await tap(finished.visitId, { transition: "finishWork", version: 5 }))).toMatchObject({
      status: 409,
    });
    const report = { key: finishedKey, note: "Mine" };
    expect((await sendLate(finished.visitId, report, omar.headers)).status).toBe(200);
    expect(await lateReports(finished.bookingId)).toHaveLength(1);
  });

  it("reach the office after the booking was invoiced and its customer merged", async () => {
    const { visitId, bookingId } = await sent();
    const key = await keyOf(visitId);
    let version = 3;
    for (const transition of ["depart", "arrive", "finishWork", "complete"])
      expect((await office(bookingId, "transitions", { transition, version: version++ })).status).toBe(200);
    const post = (path: string, body: object) => caller.call("POST", `/api/admin${path}`, body, admin);
    const draft = (await post("/invoices/drafts", { bookingId })).body.invoice;
    const issued = await post(`/invoices/${draft.id}/issue`, { version: draft.version });
    expect(issued.status, issued.text).toBe(200);
    const merged = await caller.db
      .selectFrom("bookings")
      .innerJoin("customers", "customers.id", "bookings.customerId")
      .select(["customers.id", "customers.version"])
      .where("bookings.id", "=", bookingId)
      .executeTakeFirstOrThrow();
    const other = await caller.book({ email: "kept@example.com", phone: "0509998877" });
    const { customerId: kept } = await caller.db
      .selectFrom("bookings")
      .select("customerId")
      .where("id", "=", other.bookingId)
      .executeTakeFirstOrThrow();
    const answer = await post(`/customers/${kept}/merge`, { version: 1, merged });
    expect(answer.status, answer.text).toBe(200);

    const photoIds = [await upload()];
    expect((await sendLate(visitId, { key, note: "New seal", photoIds }, omar.headers)).status).toBe(200);
    const [{ id }] = await lateReports(bookingId);
    expect((await decide(id, true)).status).toBe(200);
    const reports = await caller.call("GET", `/api/admin/bookings/${bookingId}/reports`, undefined, admin);
    expect(reports.body.reports).toMatchObject([{ note: "New seal", photos: [{ id: photoIds[0] }] }]);
  });

  it("keep no signature of a customer whose data was erased meanwhile, also when it is erased at that moment", async () => {
    const { visitId, bookingId, key } = await reassigned();
    const erase = (db: Pick<typeof caller.db, "updateTable">) =>
      db
        .updateTable("bookings")
        .set({ contactName: "Deleted customer", contactEmail: "deleted@deleted.invalid" })
        .where("id", "=", bookingId)
        .execute();
    const [photoId, fileId] = [await upload(), await upload()];
    const report = {
      ...{ key, note: "New seal", photoIds: [photoId], recordingId: await uploadRecording() },
      signature: { fileId, signedBy: "Layla" },
    };
    const erasing = Promise.withResolvers<void>();
    const erased = caller.db.transaction().execute(async (transaction) => {
      await erase(transaction);
      erasing.resolve();
      await expect
        .poll(async () => {
          const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(caller.db);
          return rows[0]!.n;
        })
        .toBe(1);
    });
    await erasing.promise;
    const answer = await sendLate(visitId, report, omar.headers);
    await erased;
    expect(answer.status, answer.text).toBe(200);
    expect(await lateReports(bookingId)).toMatchObject([
      { note: "New seal", photos: [{ id: photoId }], recordingId: null, signature: null },
    ]);
    const stored = await caller.db
      .selectFrom("lateReports")
      .select(["signedBy", "signatureId"])
      .where("visitId", "=", visitId)
      .execute();
    expect(stored).toEqual([{ signedBy: null, signatureId: null }]);
  });

  it("need no session from a technician who left, but from any other", async () => {
    const { visitId, bookingId, key } = await reassigned();
    expect(outcome(await sendLate(visitId, { key, note: "x" }, {}))).toEqual({
      status: 401,
      reason: "sign-in-required",
    });
    expect((await sendLate(visitId, { key, note: "x" }, sara.headers)).status).toBe(401);
    await caller.db.updateTable("technicians").set({ active: false }).where("id", "=", omar.id).execute();
    expect((await sendLate(visitId, { key, note: "Left behind" }, {})).status).toBe(200);
    await caller.db.updateTable("technicians").set({ active: true }).where("id", "=", omar.id).execute();
    expect(await lateReports(bookingId)).toMatchObject([{ note: "Left behind" }]);
  });

  it("need the key of the visit", async () => {
    const { visitId, key } = await reassigned();
    const other = await sent({ time: "17:00" });
    for (const [id, wrong] of [
      [other.visitId, key],
      [visitId, `${omar.id}.forged`],
      [visitId, "nonsense"],
    ] as const)
      expect(outcome(await sendLate(id, { key: wrong }, omar.headers))).toEqual({
        status: 404,
        reason: "not-found",
      });
  });

  it("await a decision of the office", async () => {
    const { visitId, bookingId, key } = await reassigned();
    await sendLate(visitId, { key, note: "x" }, omar.headers);
    const [{ id }] = await lateReports(bookingId);
    expect((await decide(id, true, omar.headers)).status).toBe(403);
  });
});

describe("office notes", () => {
  it("shows notes marked for the technician on the visit at once, and no others", async () => {
    const { visitId, bookingId, reference, key } = await sent();
    const notified = Promise.withResolvers<void>();
    const user = await userOf(omar);
    const leave = caller.live.subscribe(user, (topic) => topic === "visit" && notified.resolve());
    await office(bookingId, "notes", { version: 3, text: "Pays late" });
    const marked = { text: "Gate code 1234#, dog in the yard", forTechnician: true };
    const { body } = await office(bookingId, "notes", { version: 4, ...marked });
    expect(body.booking.timeline.at(-1)).toMatchObject({ reason: marked.text, forTechnician: true });
    expect(body.booking.timeline.at(-2).forTechnician).toBeUndefined();
    await notified.promise;
    leave();
    const [visit] = await list(omar);
    expect(visit).toMatchObject({ id: visitId, notes: [marked.text] });
    expect(JSON.stringify(visit)).not.toContain("Pays late");
    const seen = await caller.call("GET", `/api/bookings/${reference}?key=${encodeURIComponent(key)}`);
    expect(seen.text).not.toContain("1234");
    // A note about the customer appears on all their visits.
    const again = Promise.withResolvers<void>();
    const leaveAgain = caller.live.subscribe(user, (topic) => topic === "visit" && again.resolve());
    const { customerId } = await caller.db
      .selectFrom("bookings")
      .select("customerId")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    const about = async (note: object) =>
      caller.call("POST", `/api/admin/customers/${customerId}/notes`, note, await caller.asAdmin());
    await about({ text: "Owes a bill" });
    await about({ text: "Rings at the back door", forTechnician: true });
    await again.promise;
    leaveAgain();
    const [read] = await list(omar);
    expect(read.notes).toEqual(["Rings at the back door", marked.text]);
    // The note does not make earlier taps stale.
    expect((await tap(visitId, { transition: "depart", version: 3 })).status).toBe(200);
  });
});

it("notifies the app of a corrected booking", async () => {
  const { bookingId } = await sent();
  const notified = Promise.withResolvers<void>();
  const user = await userOf(omar);
  const leave = caller.live.subscribe(user, (topic) => topic === "visit" && notified.resolve());
  await office(bookingId, "correct", { version: 3, phone: "0507771111", message: "Ring twice" });
  await notified.promise;
  leave();
  expect(await list(omar)).toMatchObject([{ phone: "+971507771111", message: "Ring twice" }]);
});

it("notifies the app of assigned and removed visits", async () => {
  const { visitId, bookingId } = await sent();
  const notifications: Promise<void>[] = [];
  for (const who of [omar, sara]) {
    const { promise, resolve } = Promise.withResolvers<void>();
    caller.live.subscribe(await userOf(who), (topic) => topic === "visit" && resolve());
    notifications.push(promise);
  }
  await office(bookingId, "assign", { version: 3, technicianId: sara.id, date: TODAY, time: "15:00" });
  await Promise.all(notifications);
  expect(await list(omar)).toEqual([]);
  expect(await list(sara)).toMatchObject([{ id: visitId }]);
});
