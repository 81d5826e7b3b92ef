import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { RecordedEvent } from "~/platform/events/reaction.server";
import {
  type Caller,
  createCaller,
  NOW,
  TODAY,
  TOMORROW,
} from "../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../test/harness/company/trail";
import { ORIGIN } from "../../../../../test/harness/http-app";
import { notifyOfficeOfPermit } from "../../../oversight/notifications/mails/bookings/office-mails.server";
import { withUsualValues } from "../../dispatch/board/sparse-visits";
import type { BoardVisit } from "../../dispatch/views";

/** Access details of properties and bookings: office, technician's app, board. */

let caller: Caller;
let dataDir: string;
let admin: Record<string, string>;
let omar: { id: string; headers: Record<string, string> };

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "access-"));
  caller = await createCaller({ DATA_DIR: dataDir });
  admin = await caller.asAdmin();
  const id = await caller.addTechnician("Omar Saleh");
  const user = { email: "omar@phone.example", password: "a technician's own", role: "technician" as const };
  const userId = await caller.addUser(user);
  await caller.db.updateTable("technicians").set({ userId }).where("id", "=", id).execute();
  omar = { id, headers: { Cookie: await caller.signIn(user) } };
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

const nothing = {
  ...{ parking: "", notes: "", siteContact: "", sitePhone: null, makani: null, pin: null },
  ...{ permitNeeded: false, permitBy: null, permitUntil: null, permitFileId: null },
};
const known = { ...nothing, onlyThisBooking: false, version: 0 };

const at = (id: string) => `/api/admin/bookings/${id}/access`;
const access = async (id: string) => (await caller.call("GET", at(id), undefined, admin)).body;
const write = (id: string, body: object) => caller.call("POST", at(id), { ...known, ...body }, admin);
const ofPhone = async () =>
  (await caller.call("GET", "/api/technician/visits", undefined, omar.headers)).body.visits[0];
const onBoard = async (day: string) => {
  const path = `/api/admin/board?from=${day}&to=${day}`;
  return withUsualValues<BoardVisit>((await caller.call("GET", path, undefined, admin)).body.visits[0]);
};

async function sent(day = TODAY, changes: object = {}) {
  const { bookingId: id, ...booked } = await caller.book({ ...changes });
  const office = (what: string, body: object) =>
    caller.call("POST", `/api/admin/bookings/${id}/${what}`, body, admin);
  await office("transitions", { transition: "confirm", version: 1 });
  const assigned = await office("assign", { version: 2, technicianId: omar.id, date: day, time: "14:00" });
  expect(assigned.status).toBe(200);
  return { ...booked, id };
}

async function permit(bytes = "%PDF-1.7 a permit") {
  const answer = await caller.http.request("/api/permit-files", {
    method: "POST",
    headers: { ...admin, "Content-Type": "application/pdf", Origin: ORIGIN },
    body: bytes,
  });
  return { status: answer.status, id: ((await answer.json()) as { id: string }).id };
}

describe("access details of a property", () => {
  const at = (path: string) => `/api/admin/${path}/access`;
  const propertyOf = (id: string) =>
    caller.db
      .selectFrom("bookings")
      .select(["propertyId", "customerId"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();

  it("can be edited by the office, apply to bookings there, and appear in the audit trail", async () => {
    const { id } = await sent();
    const { propertyId, customerId } = await propertyOf(id);
    const list = async () => (await caller.call("GET", at(`customers/${customerId}`), undefined, admin)).body;
    expect(await list()).toEqual({ properties: [{ id: propertyId, access: { ...nothing, version: 0 } }] });
    const save = (body: object, headers = admin) =>
      caller.call("POST", at(`properties/${propertyId}`), { ...nothing, version: 0, ...body }, headers);
    const paper = await permit();
    const written = { notes: "Gate code 4411", permitNeeded: true, permitFileId: paper.id };
    const saved = await save(written);
    expect(saved.body).toEqual({ access: { ...nothing, ...written, version: 1 } });
    expect(await list()).toEqual({ properties: [{ id: propertyId, ...saved.body }] });
    expect(await access(id)).toMatchObject({ own: false, access: { notes: "Gate code 4411" } });
    const [changeEvent] = await readTrail(caller.db, {
      subjectId: customerId,
      type: "customer.access-changed",
    });
    expect(changeEvent).toMatchObject({ actorRole: "admin" });

    expect(await save({ notes: "Another" })).toMatchObject({ status: 409, body: { reason: "stale" } });
    expect((await save({ version: 1 }, omar.headers)).status).toBe(403);
    expect((await caller.call("GET", at(`customers/${customerId}`), undefined, omar.headers)).status).toBe(
      403,
    );
    const nowhere = await caller.call(
      "POST",
      at(`properties/${crypto.randomUUID()}`),
      { ...nothing, version: 0 },
      admin,
    );
    expect(nowhere.status).toBe(404);
  });

  it("leave details stored for one booking unchanged", async () => {
    const { id } = await sent();
    const { propertyId } = await propertyOf(id);
    await write(id, { notes: "Ring at the shop", onlyThisBooking: true });
    const body = { ...nothing, version: 0, notes: "Gate code 4411" };
    expect((await caller.call("POST", at(`properties/${propertyId}`), body, admin)).status).toBe(200);
    expect(await access(id)).toMatchObject({ own: true, access: { notes: "Ring at the shop" } });
  });
});

describe("access details of a booking", () => {
  it("appear in the office and in the technician's app", async () => {
    const { id } = await sent();
    const pin = { latitude: 25.0805, longitude: 55.1403 };
    const written = await write(id, {
      parking: "P2, ticket from the reception",
      notes: "Gate code 4411",
      siteContact: "Mariam",
      sitePhone: "050 123 4567",
      makani: "12345 67890",
      pin,
    });
    expect(written.status).toBe(200);
    const shown = {
      ...nothing,
      version: 1,
      parking: "P2, ticket from the reception",
      notes: "Gate code 4411",
      siteContact: "Mariam",
      sitePhone: "+971501234567",
      makani: "1234567890",
      pin,
    };
    expect(written.body).toEqual({
      access: shown,
      own: false,
      versions: { property: 1, own: 0 },
      missingOn: [],
    });
    expect(await ofPhone()).toMatchObject({ access: shown, permitMissing: false });
    const [entry] = await readTrail(caller.db, { type: "booking.access-changed", subjectId: id });
    expect(entry).toMatchObject({
      before: { parking: null },
      after: { parking: shown.parking },
    });
  });

  it("come from the property for later bookings, unless a booking has its own", async () => {
    const phone = "0504417001";
    const first = await sent(TODAY, { phone });
    await write(first.id, { parking: "P2" });
    const { bookingId: second } = await caller.book({ phone });
    expect(await access(second)).toMatchObject({ access: { parking: "P2" }, own: false });

    const own = await write(second, { parking: "On the street", onlyThisBooking: true });
    expect(own.body).toMatchObject({ access: { parking: "On the street" }, own: true });
    expect(await access(first.id)).toMatchObject({ access: { parking: "P2" }, own: false });

    // Saved for the property, which the booking uses again.
    const all = await write(second, { parking: "P3", version: 1 });
    expect(all.body).toMatchObject({
      access: { parking: "P3" },
      own: false,
      versions: { property: 2, own: 0 },
    });
    expect(await access(first.id)).toMatchObject({ access: { parking: "P3" } });
  });

  it("refuse a change from a stale version", async () => {
    const { id } = await sent();
    expect((await write(id, { parking: "P1" })).status).toBe(200);
    const late = await write(id, { parking: "P9" });
    expect([late.status, late.body.reason]).toEqual([409, "stale"]);
    expect(await access(id)).toMatchObject({ access: { parking: "P1" } });
  });

  it.each([
    [{ makani: "12345" }],
    [{ pin: { latitude: 48.85, longitude: 2.35 } }],
    [{ sitePhone: "12" }],
    [{ parking: "P".repeat(201) }],
    [{ permitUntil: "2026-02-30" }],
  ])("reject invalid access details: %j", async (wrong) => {
    const { id } = await sent();
    expect((await write(id, wrong)).status).toBe(400);
  });
});

describe("access details given with a booking", () => {
  const given = {
    parking: "Visitors, P2",
    siteContact: "Mariam",
    sitePhone: "04 396 1000",
    makani: "12345 67890",
    permitBy: "office",
  };
  const shown = {
    parking: "Visitors, P2",
    siteContact: "Mariam",
    sitePhone: "+97143961000",
    makani: "1234567890",
    permitNeeded: true,
    permitBy: "office",
  };

  it("apply to this booking only, above those of the property", async () => {
    const phone = "0504417011";
    const first = await sent(TODAY, { phone });
    await write(first.id, { parking: "P9", notes: "Gate code 4411" });
    const { bookingId } = await caller.book({ phone, access: given });
    expect(await access(bookingId)).toMatchObject({
      own: true,
      access: { ...shown, notes: "Gate code 4411" },
    });
    expect(await access(first.id)).toMatchObject({
      own: false,
      access: { parking: "P9", permitNeeded: false },
    });
  });

  it("show the property's document, which stays when they are removed", async () => {
    const phone = "0504417019";
    const first = await sent(TODAY, { phone });
    const { id: permitFileId } = await permit();
    await write(first.id, { permitNeeded: true, permitFileId });
    const { id } = await sent(TOMORROW, { phone, access: { parking: "P2" } });
    expect(await access(id)).toMatchObject({
      ...{ own: true, missingOn: [] },
      access: { parking: "P2", permitNeeded: true, permitFileId },
    });
    const visits = await caller.call("GET", "/api/technician/visits", undefined, omar.headers);
    const own = visits.body.visits.find(({ access }: { access: { parking: string } }) => access.parking);
    const path = `/api/technician/visits/${own.id}/photos/${permitFileId}`;
    const opened = await caller.http.request(path, { headers: omar.headers });
    expect(await opened.text()).toBe("%PDF-1.7 a permit");
    const edited = {
      permitNeeded: true,
      permitFileId,
      onlyThisBooking: true,
      notes: "Ring twice",
      version: 1,
    };
    expect((await write(id, edited)).status).toBe(200);
    const removed = await write(id, { ...edited, permitNeeded: false, version: 2 });
    expect(removed.body).toMatchObject({ own: true, access: { permitFileId: null } });
    expect(await access(first.id)).toMatchObject({ access: { permitFileId }, missingOn: [] });
    const again = await write(id, { ...edited, version: 3 });
    expect(again.body, again.text).toMatchObject({ access: { permitFileId } });
    // A newer document of the property replaces it.
    const { id: newer } = await permit();
    await write(first.id, { permitNeeded: true, permitFileId: newer, version: 1 });
    expect(await access(id)).toMatchObject({ own: true, access: { permitFileId: newer } });
  });

  it("stay with the booking when its address is corrected, without the pin", async () => {
    const { bookingId: id } = await caller.book({ phone: "0504417012", access: given });
    await caller.db
      .updateTable("accessInstructions")
      .set({ latitude: 25.0805, longitude: 55.1403 })
      .where("bookingId", "=", id)
      .execute();
    const { addressParts } = (await caller.form()) as { addressParts: object };
    const corrected = await caller.call(
      "POST",
      `/api/admin/bookings/${id}/correct`,
      { version: 1, addressParts: { ...addressParts, unitNumber: "1302" } },
      admin,
    );
    expect(corrected.status, corrected.text).toBe(200);
    const { versions, ...moved } = await access(id);
    expect(moved).toMatchObject({ own: true, access: { ...shown, makani: null, pin: null } });
    const written = await write(id, { notes: "Ring twice", onlyThisBooking: true, version: versions.own });
    expect(written.status, written.text).toBe(200);
  });

  it("apply to the property if the office enters them", async () => {
    const { customerName, phone, addressParts } = await caller.form();
    const form = { customerName, phone, addressParts, service: "plumbing", message: "" };
    const booked = await caller.call("POST", "/api/admin/bookings", { ...form, access: given }, admin);
    expect(await access(booked.body.booking.id)).toMatchObject({ own: false, access: shown });
  });

  it("create no record if all fields are empty", async () => {
    const empty = { parking: "", notes: "", siteContact: "", sitePhone: "", makani: "", permitBy: "" };
    const { bookingId } = await caller.book({ phone: "0504417012", access: empty });
    expect(await access(bookingId)).toMatchObject({ own: false, access: { version: 0 } });
  });

  it("refuse the booking as a whole if one is invalid", async () => {
    const form = await caller.form({ access: { ...given, makani: "12" } });
    const before = await caller.db.selectFrom("bookings").select("id").execute();
    const answer = await caller.call("POST", "/api/handle-booking", form);
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { "access.makani": "A Makani number has 10 digits." } },
    });
    expect(await caller.db.selectFrom("bookings").select("id").execute()).toHaveLength(before.length);
  });
});

describe("permit", () => {
  it("counts as missing on the board, in the office and in the app until valid on the day", async () => {
    const { id } = await sent(TOMORROW);
    const needed = { permitNeeded: true, permitBy: "office" };
    expect((await write(id, needed)).body.missingOn).toEqual([TOMORROW]);
    expect(await onBoard(TOMORROW)).toMatchObject({ permitMissing: true });
    expect(await ofPhone()).toMatchObject({ permitMissing: true });

    expect((await write(id, { ...needed, permitUntil: TODAY, version: 1 })).body.missingOn).toEqual([
      TOMORROW,
    ]);
    expect((await write(id, { ...needed, permitUntil: TOMORROW, version: 2 })).body.missingOn).toEqual([]);
    expect(await onBoard(TOMORROW)).toMatchObject({ permitMissing: false });
    expect(await ofPhone()).toMatchObject({ permitMissing: false });
  });

  it("can be opened by the assigned technician and is removed with the need for it", async () => {
    const { id } = await sent();
    const { id: permitFileId } = await permit();
    const written = await write(id, { permitNeeded: true, permitFileId });
    expect(written.body).toMatchObject({ access: { permitFileId }, missingOn: [] });
    const visit = await ofPhone();
    const opened = await caller.http.request(`/api/technician/visits/${visit.id}/photos/${permitFileId}`, {
      headers: omar.headers,
    });
    expect([opened.status, await opened.text()]).toEqual([200, "%PDF-1.7 a permit"]);

    await write(id, { permitFileId, version: 1 });
    expect(await access(id)).toMatchObject({ access: { permitNeeded: false, permitFileId: null } });
    const file = await caller.db
      .selectFrom("files")
      .select("ownerId")
      .where("id", "=", permitFileId)
      .executeTakeFirstOrThrow();
    expect(file.ownerId).toBeNull();
  });

  it("refuses another user's file and files other than PDF", async () => {
    const [{ id: first }, { id: second }] = [await sent(), await sent(TOMORROW)];
    const { id: permitFileId } = await permit();
    expect((await write(first, { permitNeeded: true, permitFileId })).status).toBe(200);
    const taken = await write(second, { permitNeeded: true, permitFileId });
    expect(taken.body.reason).toBe("unknown-file");
    expect(await access(second)).toMatchObject({ access: { version: 0 } });
    expect((await permit("<html>")).status).toBe(422);
  });
});

describe("access details for customers", () => {
  it("hides records that another person may have created with the same phone and address", async () => {
    const phone = "0504417002";
    const first = await sent(TODAY, { phone });
    await write(first.id, { notes: "Gate code 4411" });
    // A guest with the customer's phone creates an account with another email.
    const stranger = { email: "stranger@example.com", password: "a password of mine" };
    await caller.book({ phone, email: stranger.email });
    await caller.addUser(stranger);
    const headers = { Cookie: await caller.signIn(stranger) };
    const { properties } = (await caller.call("GET", "/api/account/properties", undefined, headers)).body;
    expect(properties).toMatchObject([{ access: null }]);
    const path = `/api/account/properties/${properties[0].id}/access`;
    const { permitFileId: _, ...own } = nothing;
    expect((await caller.call("POST", path, { ...own, version: 1 }, headers)).status).toBe(404);
  });

  it("can be edited for the customer's own property and keep the office's file", async () => {
    const user = { email: "mariam@example.com", password: "a password of mine" };
    await caller.addUser(user);
    const headers = { Cookie: await caller.signIn(user) };
    const { bookingId: id } = await caller.book({ email: user.email }, headers);
    const { id: permitFileId } = await permit();
    expect((await write(id, { permitNeeded: true, permitFileId })).status).toBe(200);

    const list = await caller.call("GET", "/api/account/properties", undefined, headers);
    const [property] = list.body.properties;
    const { permitFileId: _, ...own } = nothing;
    const change = { ...own, permitNeeded: true, permitBy: "customer", notes: "Ring twice", version: 1 };
    const path = `/api/account/properties/${property.id}/access`;
    const changed = await caller.call("POST", path, change, headers);
    expect(changed.body.properties[0]).toMatchObject({
      access: { version: 2, notes: "Ring twice", permitFileId },
    });
    expect(await access(id)).toMatchObject({ access: { notes: "Ring twice", permitFileId } });
    expect((await caller.call("POST", path, change, headers)).body.reason).toBe("stale");
  });

  it("accept a permit by booking link, visible to office and technician at once", async () => {
    const { id, reference, followUrl } = await sent(TOMORROW);
    const key = new URL(followUrl).searchParams.get("key");
    const own = async (headers = {}) =>
      (await caller.call("GET", `/api/bookings/${reference}/permit?key=${key}`, undefined, headers)).body;
    const send = (body: object) => caller.call("POST", `/api/bookings/${reference}/permit`, { key, ...body });
    expect(await own()).toMatchObject({ needed: false });
    const { id: early } = await permit();
    expect((await send({ permitFileId: early, permitUntil: null })).status).toBe(404);

    await write(id, { permitNeeded: true, permitBy: "customer" });
    expect(await own()).toMatchObject({ needed: true, applicant: "customer", missing: true });
    expect(await onBoard(TOMORROW)).toMatchObject({ permitMissing: true });
    const posted = await caller.http.request("/api/permit-files", {
      method: "POST",
      headers: { "Content-Type": "application/pdf", Origin: ORIGIN },
      body: "%PDF-1.7 from the community",
    });
    const { id: permitFileId } = (await posted.json()) as { id: string };
    const answer = await send({ permitFileId, permitUntil: TOMORROW });
    expect(answer.body).toMatchObject({ needed: true, missing: false, until: TOMORROW });
    expect(await onBoard(TOMORROW)).toMatchObject({ permitMissing: false });
    expect(await access(id)).toMatchObject({ access: { permitFileId, version: 2 }, missingOn: [] });
    const entries = await readTrail(caller.db, { type: "booking.access-changed", subjectId: id });
    expect(entries.at(-1)).toMatchObject({
      actorRole: "link-holder",
      fields: ["permitUntil", "permitFile"],
    });
    // The office is notified of it, but not of its own changes.
    for (const entry of entries) {
      const event = entry as unknown as RecordedEvent<"booking.access-changed">;
      await notifyOfficeOfPermit.run(caller.ctx(), event, { config: caller.config });
    }
    const mails = await caller.db
      .selectFrom("mails")
      .select(["subject", "trailId"])
      .where("kind", "=", "office-permit")
      .execute();
    expect(mails).toEqual([
      { subject: `Gate pass or NOC sent by the customer: ${reference}`, trailId: entries.at(-1)!.id },
    ]);

    // An existing permit, another's file, another's booking.
    const { id: another } = await permit();
    expect((await send({ permitFileId: another, permitUntil: null })).body.reason).toBe("stale");
    const past = { permitNeeded: true, permitUntil: TODAY, permitFileId, version: 2 };
    expect((await write(id, past)).status).toBe(200);
    expect((await send({ permitFileId, permitUntil: null })).body.reason).toBe("unknown-file");
    // A permit ending before the visit, and two concurrent ones.
    const late = await send({ permitFileId: another, permitUntil: TODAY });
    expect(late.body.errors.permitUntil).toContain("must be valid on");
    const { id: other } = await permit();
    const both = await Promise.all(
      [another, other].map((permitFileId) => send({ permitFileId, permitUntil: null })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);

    const over = await caller.call("GET", `/api/admin/bookings/${id}`, undefined, admin);
    const cancel = { transition: "cancel", version: over.body.booking.version, reason: "Not needed" };
    await caller.call("POST", `/api/admin/bookings/${id}/transitions`, cancel, admin);
    expect((await send({ permitFileId, permitUntil: null })).body.reason).toBe("wrong-state");
    const stranger = await caller.call("GET", `/api/bookings/${reference}/permit?key=wrong`);
    expect(stranger.status).toBe(404);
  });

  it("require a permit for all days of a multi-day job", async () => {
    const { id, reference, followUrl } = await sent(TODAY);
    const key = new URL(followUrl).searchParams.get("key");
    const { body } = await caller.call("GET", `/api/admin/bookings/${id}`, undefined, admin);
    const days = {
      date: TODAY,
      time: "14:00",
      days: 2,
      minutes: 60,
      helperIds: [],
      override: "It is agreed",
    };
    const plan = { ...days, technicianId: omar.id, version: body.booking.version };
    const planned = await caller.call("POST", `/api/admin/bookings/${id}/plan`, plan, admin);
    expect(planned.status).toBe(200);
    await write(id, { permitNeeded: true, permitUntil: TODAY });
    const own = await caller.call("GET", `/api/bookings/${reference}/permit?key=${key}`);
    expect(own.body).toMatchObject({ missing: true });
  });

  it("accept a newer permit for the customer's property", async () => {
    const user = { email: "hind@example.com", password: "a password of Hind" };
    await caller.addUser(user);
    const headers = { Cookie: await caller.signIn(user) };
    const { bookingId: id } = await caller.book({ email: user.email, phone: "0504417003" }, headers);
    const list = await caller.call("GET", "/api/account/properties", undefined, headers);
    const { permitFileId: _, ...own } = nothing;
    const { id: permitFileId } = await permit();
    const path = `/api/account/properties/${list.body.properties[0].id}/access`;
    const change = { ...own, permitNeeded: true, permitBy: "customer", permitFileId, version: 0 };
    expect((await caller.call("POST", path, change, headers)).status).toBe(200);
    expect(await access(id)).toMatchObject({ access: { permitFileId } });
  });
});
