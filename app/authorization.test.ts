import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { casesForRun, isLongRun, rounds, seedOfRun } from "../test/faults/rounds";
import { createIssuedInvoice } from "../test/harness/company/billing";
import { type Caller, createCaller, TODAY, TOMORROW } from "../test/harness/company/booking-caller";
import { ORIGIN } from "../test/harness/http-app";
import { createTestPicture } from "../test/harness/pictures";
import { emailedBookingUrl } from "./features/operations/bookings/link/booking-link.server";
import { calendarUrl } from "./features/operations/scheduling/technicians/calendar-link.server";
import { documentKey } from "./platform/auth/links/document-link.server";
import type { Endpoint } from "./platform/http/endpoint.server";
import { createRandom } from "./platform/random";
import { features } from "./server/api.server";

/**
 * Answers about another person's records must equal the answers about records that do not exist. Covers all
 * mounted routes: a route that names a record and is not listed here fails. Routes under /api/admin are
 * tested in http.test.ts.
 */

const random = createRandom(seedOfRun());

let caller: Caller;
let dataDir: string;
/** Ids, references and keys of the victim that can be put into an address. */
let strangerRecords: Record<Named, string>;
let strangers: Record<"customer" | "technician" | "visitor", Record<string, string>>;
/** Key of a booking of the stranger. */
let ownKey: string;

type Named =
  | "reference"
  | "bookingId"
  | "property"
  | "device"
  | "visitId"
  | "photoId"
  | "pictureId"
  | "technicianId"
  | "file"
  | "quote"
  | "invoice"
  | "receipt"
  | "noteId"
  | "checkout"
  | "contract"
  | "agreement";

const nobodys: typeof strangerRecords = {
  reference: "BK-2026-999999",
  property: crypto.randomUUID(),
  device: crypto.randomUUID(),
  visitId: crypto.randomUUID(),
  bookingId: crypto.randomUUID(),
  photoId: crypto.randomUUID(),
  pictureId: crypto.randomUUID(),
  technicianId: crypto.randomUUID(),
  invoice: "INV-2026-999999",
  receipt: "RC-2026-999999",
  noteId: crypto.randomUUID(),
  checkout: crypto.randomUUID(),
  contract: crypto.randomUUID(),
  /** Reference of the contract. */
  agreement: "AMC-2026-999999",
  file: "a-key-somebody-made-up.ics",
  quote: "QT-2026-999999",
};

const address = { street: "Palm Street 7", buildingName: "", unitNumber: "", area: "", landmark: "" };
const victim = { email: "victim@example.com", password: "a password of the victim" };

/** Period of a requested statement of account. */
const PERIOD = `from=${TODAY}&to=${TODAY}`;

const signed = { revision: 1, name: "A stranger", comment: "No" };

/** Every route that names a record: the kind of its `:id` or `:reference`, and the request body. */
const routes: Record<string, { id?: Named; reference?: Named; body?: object }> = {
  "GET /api/bookings/:reference": {},
  "GET /api/bookings/:reference/photos/:photoId": {},
  "POST /api/bookings/:reference/confirm-contact": { body: {} },
  "POST /api/bookings/:reference/confirm-visit": { body: { startsAt: `${TOMORROW}T06:00:00.000Z` } },
  "POST /api/bookings/:reference/cancel": { body: { version: 3 } },
  "POST /api/bookings/:reference/reschedule": { body: { version: 3, date: TOMORROW, time: "10:00" } },
  "GET /api/bookings/:reference/aftercare": {},
  "GET /api/bookings/:reference/availability": {},
  "GET /api/bookings/:reference/technician": {},
  "GET /api/bookings/:reference/technician/picture/:pictureId": {},
  "GET /api/bookings/:reference/technicians": {},
  "POST /api/bookings/:reference/review": { body: { rating: 1 } },
  "POST /api/bookings/:reference/warranty-request": { body: { message: "Again" } },
  "GET /api/quotes/:reference": { reference: "quote" },
  "GET /api/quotes/:reference/photos/:photoId": { reference: "quote" },
  "POST /api/quotes/:reference/viewed": { reference: "quote", body: {} },
  "POST /api/quotes/:reference/approve": { reference: "quote", body: signed },
  "POST /api/quotes/:reference/changes": { reference: "quote", body: signed },
  "POST /api/quotes/:reference/decline": { reference: "quote", body: signed },
  "POST /api/account/properties/:id": { id: "property", body: address },
  "POST /api/account/properties/:id/access": {
    id: "property",
    body: {
      ...{ version: 0, parking: "P1", notes: "", siteContact: "", sitePhone: null, makani: null, pin: null },
      ...{ permitNeeded: false, permitBy: null, permitUntil: null },
    },
  },
  "GET /api/account/contracts/:id/document": { id: "contract" },
  "POST /api/account/contracts/:id/accept": {
    id: "contract",
    body: { agreementVersion: 1, name: "A stranger" },
  },
  "GET /api/contracts/:reference": { reference: "agreement" },
  "GET /api/contracts/:reference/document": { reference: "agreement" },
  "POST /api/contracts/:reference/accept": {
    reference: "agreement",
    body: { agreementVersion: 1, name: "A stranger" },
  },
  "POST /api/account/properties/:id/remove": { id: "property", body: {} },
  "POST /api/account/devices/:id/revoke": { id: "device", body: {} },
  "GET /api/technician/picture/:pictureId": {},
  "GET /api/technicians/:technicianId/picture/:pictureId": {},
  "GET /api/technician/visits/:visitId/photos/:photoId": {},
  "POST /api/technician/visits/:visitId/transitions": {
    body: { transition: "depart", version: 3, tappedAt: `${TODAY}T05:00:00Z` },
  },
  "POST /api/visits/:visitId/late-reports": {
    body: { id: "0".repeat(32), key: "of nobody", transition: "depart", tappedAt: `${TODAY}T05:00:00Z` },
  },
  "POST /api/technician/emergencies/:bookingId/accept": { body: {} },
  "POST /api/technician/emergencies/:bookingId/decline": { body: { reason: "I am far away" } },
  "GET /api/bookings/:reference/payments": {},
  "GET /api/bookings/:reference/permit": {},
  "GET /api/bookings/:reference/recurrence": {},
  "POST /api/bookings/:reference/permit": { body: { permitFileId: crypto.randomUUID(), permitUntil: null } },
  "GET /api/quotes/:reference/document": { reference: "quote" },
  "GET /api/receipts/:reference": { reference: "receipt" },
  "GET /api/invoices/:reference/amount-due": { reference: "invoice" },
  "GET /api/quotes/:reference/amount-due": { reference: "quote" },
  "GET /api/invoices/:reference": { reference: "invoice" },
  "GET /api/invoices/:reference/document": { reference: "invoice" },
  "GET /api/invoices/:reference/credit-notes/:noteId/document": { reference: "invoice" },
  "GET /api/invoices/:reference/e-invoice": { reference: "invoice" },
  "GET /api/invoices/:reference/credit-notes/:noteId/e-invoice": { reference: "invoice" },
  "POST /api/invoices/:reference/checkout": { reference: "invoice", body: {} },
  "POST /api/quotes/:reference/checkout": { reference: "quote", body: {} },
  "POST /api/checkouts/:id/refresh": { id: "checkout", body: {} },
  // Signed by Twilio, which is not configured here.
  "POST /api/messages/twilio/:id": {},
  // Its key proves the origin; not configured here.
  "POST /api/messages/unifonic/:key": {},
  "GET /api/files/:id": { id: "photoId" },
  "GET /api/logos/:id": { id: "photoId" },
  "GET /api/logos/:id/icon": { id: "photoId" },
  "GET /api/calendars/:technicianId/:file": {},
};

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "strangers-"));
  caller = await createCaller({ DATA_DIR: dataDir });
  const omar = await technician("Omar Saleh");
  const sara = await technician("Sara Haddad");

  await caller.addUser(victim);
  const photo = await caller.http.request("/api/pictures", {
    method: "POST",
    headers: { "Content-Type": "image/jpeg", Origin: ORIGIN },
    body: Buffer.from(await createTestPicture("jpeg")),
  });
  const { id: photoId } = (await photo.json()) as { id: string };
  const { bookingId, reference } = await caller.book({ email: victim.email, photoIds: [photoId] });
  const admin = await caller.asAdmin();
  const office = (action: string, body: object) =>
    caller.call("POST", `/api/admin/bookings/${bookingId}/${action}`, body, admin);
  await office("transitions", { transition: "confirm", version: 1 });
  const assigned = await office("assign", { version: 2, technicianId: omar.id, date: TODAY, time: "14:00" });
  const quote = await sendQuote(bookingId, admin);
  // Signing in links the guest booking to the account.
  const headers = { Cookie: await caller.signIn(victim) };
  const { properties } = (await caller.call("POST", "/api/account/properties", address, headers)).body;
  const { devices } = (await caller.call("GET", "/api/account/devices", undefined, headers)).body;
  const emergency = await caller.book({ email: victim.email, service: "emergency" });
  await caller.db
    .insertInto("onCallPages")
    .values({ bookingId: emergency.bookingId, technicianId: omar.id, pagedAt: new Date() })
    .execute();
  const { customerId } = await caller.db
    .selectFrom("bookings")
    .select("customerId")
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  const invoice = await createIssuedInvoice(caller.ctx(), customerId, 100_00);
  const checkout = crypto.randomUUID();
  await caller.db
    .insertInto("checkouts")
    .values({
      id: checkout,
      invoiceId: invoice.id,
      provider: "stripe",
      session: "cs_of_the_victim",
      url: "https://checkout.example",
      amountFils: 100_00,
      expiresAt: new Date(Date.now() + 3_600_000),
      createdAt: new Date(),
    })
    .execute();
  const receipt = await payInPart(customerId, invoice.id);
  const noteId = await creditInPart(invoice.id);
  const electronic = { xml: "<Invoice/>", createdAt: new Date() };
  await caller.db
    .insertInto("eInvoices")
    .values([
      { ...electronic, id: crypto.randomUUID(), invoiceId: invoice.id },
      { ...electronic, id: crypto.randomUUID(), creditNoteId: noteId },
    ])
    .execute();
  const contract = await agreeContract(headers);
  const { reference: agreement } = await caller.db
    .selectFrom("contracts")
    .select("reference")
    .where("id", "=", contract)
    .executeTakeFirstOrThrow();
  strangerRecords = {
    contract,
    agreement,
    invoice: invoice.reference,
    receipt,
    noteId,
    checkout,
    reference,
    bookingId: emergency.bookingId,
    photoId,
    property: properties.at(-1).id,
    device: devices[0].id,
    visitId: assigned.body.booking.visits[0].id,
    technicianId: omar.id,
    pictureId: await pictureOf(omar.id),
    file: nobodys.file,
    quote,
  };

  const stranger = { email: "stranger@example.com", password: "a password of mine" };
  await caller.addUser(stranger);
  ownKey = (await caller.book({ email: stranger.email })).key;
  strangers = {
    customer: { Cookie: await caller.signIn(stranger) },
    technician: sara.headers,
    visitor: {},
  };
});
afterAll(async () => {
  await caller.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(() => caller.db.deleteFrom("rateLimits").execute());

async function technician(name: string) {
  const id = await caller.addTechnician(name);
  const user = { email: `${id}@phone.example`, password: "a technician's own", role: "technician" as const };
  const userId = await caller.addUser(user);
  await caller.db.updateTable("technicians").set({ userId }).where("id", "=", id).execute();
  return { id, headers: { Cookie: await caller.signIn(user) } };
}

/** Uploads the photo of a technician. */
async function pictureOf(technicianId: string): Promise<string> {
  const bytes = Buffer.from("RIFF");
  const { id } = await caller.db
    .insertInto("technicianPictures")
    .values({ technicianId, small: bytes, large: bytes, createdAt: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns a contract that the victim can accept. */
async function agreeContract(headers: Record<string, string>): Promise<string> {
  const home = { packageId: "plus", propertyType: "villa-3br" };
  const { service: _, ...form } = await caller.form({ email: victim.email, ...home });
  const { body } = await caller.call("POST", "/api/contracts/requests", form, headers);
  const agreed = { ...home, startsOn: TOMORROW, paymentPlan: "upfront", version: 1 };
  const path = `/api/admin/contracts/${body.contractId}/agree`;
  expect((await caller.call("POST", path, agreed, await caller.asAdmin())).status).toBe(200);
  return body.contractId;
}

/** Returns the reference of the receipt. */
async function payInPart(customerId: string, invoiceId: string): Promise<string> {
  const paid = { method: "cash", fils: 40_00, receivedOn: TODAY, note: "" };
  const body = { ...paid, invoiceIds: [invoiceId], seenOpenFils: 100_00 };
  const path = `/api/admin/customers/${customerId}/payments`;
  const answer = await caller.call("POST", path, body, await caller.asAdmin());
  return answer.body.payment.reference;
}

/** Returns the credit note. */
async function creditInPart(invoiceId: string): Promise<string> {
  const path = `/api/admin/invoices/${invoiceId}`;
  const headers = await caller.asAdmin();
  const { version } = (await caller.call("GET", path, undefined, headers)).body.invoice;
  const input = { credit: { kind: "amount", fils: 10_00 }, reason: "Agreed", eventDate: TODAY };
  const { body } = await caller.call("POST", `${path}/credit`, { version, ...input }, headers);
  return body.invoice.creditNotes[0].id;
}

/** Returns the reference of a sent quote with a picture. */
async function sendQuote(bookingId: string, headers: Record<string, string>): Promise<string> {
  const draftResponse = await caller.call("POST", `/api/admin/bookings/${bookingId}/quotes`, {}, headers);
  const path = `/api/admin/quotes/${draftResponse.body.id}`;
  await caller.call("POST", `${path}/send`, { version: 1, channel: "link" }, headers);
  const { body } = await caller.call("GET", path, undefined, headers);
  expect(body.quote).toMatchObject({ state: "sent", versions: [{ photoIds: [expect.any(String)] }] });
  const account = caller.db.selectFrom("users").select("id").where("email", "=", victim.email);
  const { id } = body.quote.customer;
  await caller.db.updateTable("customers").set({ userId: account }).where("id", "=", id).execute();
  return body.quote.reference;
}

/** Method and path of the routes mounted under /api, without the back office. */
function listMountedRoutes(): { method: "GET" | "POST"; path: string }[] {
  const all = new Set(
    caller.http.routes
      .filter(({ method, path }) => method !== "ALL" && /^\/api\/(?!admin\/)/.test(path))
      .map(({ method, path }) => `${method} ${path}`),
  );
  return [...all].map((route) => {
    const [method, path] = route.split(" ") as ["GET" | "POST", string];
    return { method, path };
  });
}

/** Sends a request and returns all parts of the response that could distinguish it from another. */
async function request(
  route: string,
  records: typeof strangerRecords,
  headers: Record<string, string>,
  key?: string,
) {
  const [method, pattern] = route.split(" ") as ["GET" | "POST", string];
  const { id, reference = "reference", body } = routes[route]!;
  const names: Record<string, string> = {
    ...records,
    reference: records[reference],
    ...(id ? { id: records[id] } : {}),
  };
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => names[name]!);
  const sent = body && key !== undefined ? { ...body, key } : body;
  const query = key === undefined || body ? "" : `?key=${key}`;
  const answer = await caller.call(method, path + query, sent, {
    "Idempotency-Key": crypto.randomUUID(),
    ...headers,
  });
  const responseHeaders = [...answer.headers].filter(([name]) => name !== "x-request-id");
  return { status: answer.status, text: answer.text, headers: responseHeaders };
}

/** A part of the API may be closed before any record is read. */
function statusFor(role: string, route: string): number {
  if (role === "visitor" && /\/api\/(account|technician)\//.test(route)) return 401;
  return role === "customer" && route.includes("/api/technician/") ? 403 : 404;
}

describe("access to other people's records", () => {
  it("covers every mounted route that names a record", () => {
    const naming = listMountedRoutes().filter(({ path }) => path.includes(":"));
    expect(naming.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(routes).sort());
  });

  it("answers the owner of each record", async () => {
    const headers = { Cookie: await caller.signIn(victim) };
    for (const route of Object.keys(routes).filter((route) =>
      /^GET \/api\/(bookings|quotes|invoices|receipts|account)/.test(route),
    )) {
      expect([route, (await request(route, strangerRecords, headers)).status]).toEqual([route, 200]);
    }
    const owed = await caller.call("GET", `/api/account/statement?${PERIOD}`, undefined, headers);
    expect(owed.body.entries.map(({ reference }: { reference: string }) => reference)).toEqual([
      strangerRecords.invoice,
      expect.stringMatching(/^CN-/),
      strangerRecords.receipt,
    ]);
  });

  describe("other users", () => {
    let contents: Awaited<ReturnType<Caller["contents"]>>;
    beforeAll(async () => {
      contents = await caller.contents();
    });

    const expectUnchanged = async () => expect(await caller.contents()).toEqual(contents);
    // Reading the whole database takes longer than a call.
    afterEach(() => (isLongRun ? expectUnchanged() : undefined));
    afterAll(expectUnchanged);

    it.each(Object.keys(routes))("get the answer to an unknown record: %s", async (route) => {
      for (const [role, headers] of Object.entries(strangers)) {
        for (const key of casesForRun([undefined, ownKey], random)) {
          const response = await request(route, strangerRecords, headers, key);
          expect([role, response]).toEqual([role, await request(route, nobodys, headers, key)]);
          expect([role, response.status]).toEqual([role, statusFor(role, route)]);
        }
      }
    });
  });

  it("keeps other people's data out of lists without an id", async () => {
    const lists = listMountedRoutes().filter(
      // The stream has no end and no data. The archive is compressed and has its own test.
      ({ method, path }) => method === "GET" && !/:|\/(live|export)$/.test(path),
    );
    expect(lists.length).toBeGreaterThan(8);
    const secrets = [victim.email, ...Object.values(strangerRecords), address.street];
    for (const { path } of lists) {
      for (const headers of Object.values(strangers)) {
        const { text } = await caller.call("GET", `${path}?${PERIOD}`, undefined, headers);
        for (const secret of secrets) expect([path, text.includes(secret)]).toEqual([path, false]);
      }
    }
  });
});

/** Bookkeeping of requests, and PDFs of issued documents, which are drawn and stored at the first use. */
const REQUEST_TABLES = ["sessions", "securityChecks", "files", "quoteDocuments"];

async function recordsInDatabase() {
  const contents = await caller.contents();
  for (const table of REQUEST_TABLES) delete contents[table];
  const documentIds = await sql<{ id: string }>`
    SELECT document_id AS id FROM invoices UNION ALL SELECT document_id FROM credit_notes`.execute(caller.db);
  for (const { id } of documentIds.rows.filter(({ id }) => id)) {
    for (const table of ["invoices", "creditNotes"]) contents[table] = contents[table]!.replace(id, "");
  }
  return contents;
}

/** Ids of the office's routes by the part of the path before them; others are unknown ids. */
async function officeIds(): Promise<Record<string, string>> {
  const first = async (table: string) =>
    (await sql<{ id: string }>`SELECT id FROM ${sql.table(table)} LIMIT 1`.execute(caller.db)).rows[0]?.id;
  const ids = ["bookings", "customers", "quotes", "invoices", "payments", "technicians", "services", "users"];
  const found = await Promise.all(ids.map(async (table) => [table, await first(table)]));
  return Object.fromEntries(found);
}

/** Reading the whole database takes longer than a call. */
const CALLS_BETWEEN_COMPARISONS = rounds({ short: 20, long: 1 });

describe("OPTIONS, HEAD and GET", () => {
  type Records = Awaited<ReturnType<typeof recordsInDatabase>>;
  const expectUnchanged = async (before: Records, sent: string[]) =>
    expect(await recordsInDatabase(), sent.slice(-CALLS_BETWEEN_COMPARISONS).join(", ")).toEqual(before);

  const send = async (path: string, headers: Record<string, string>) => {
    for (const method of ["OPTIONS", "HEAD", "GET"]) {
      await caller.db.deleteFrom("rateLimits").execute();
      const answer = await caller.http.request(path, { method, headers });
      // The stream has no end.
      await answer.body?.cancel();
      if (method === "GET") return answer.status;
    }
    return 0;
  };

  it("change no record of the customer", async () => {
    const headers = { Cookie: await caller.signIn(victim) };
    const before = await recordsInDatabase();
    const sent: string[] = [];
    for (const { method, path } of listMountedRoutes()) {
      if (method !== "GET") continue;
      const { id, reference = "reference" } = routes[`GET ${path}`] ?? {};
      const names: Record<string, string> = {
        ...strangerRecords,
        reference: strangerRecords[reference],
        ...(id ? { id: strangerRecords[id] } : {}),
      };
      const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => names[name]!);
      await send(`${filled}?${PERIOD}`, headers);
      sent.push(path);
      if (sent.length % CALLS_BETWEEN_COMPARISONS === 0) await expectUnchanged(before, sent);
    }
    await expectUnchanged(before, sent);
  });

  it("change no record of a guest who opens an emailed link", async () => {
    const { bookingId: id, reference } = await caller.book({
      preferredDate: TOMORROW,
      preferredTime: "10:00",
    });
    const url = new URL(emailedBookingUrl(caller.config, { id, reference, linkNo: 0 }));
    const before = await recordsInDatabase();
    for (const part of [
      "",
      "/aftercare",
      "/technician",
      "/technicians",
      "/payments",
      "/permit",
      "/recurrence",
    ]) {
      expect(await send(`/api/bookings/${reference}${part}${url.search}`, {}), part).toBe(200);
      expect(await recordsInDatabase(), part).toEqual(before);
    }
  });

  it("change no record of a customer who opens the emailed link of a document", async () => {
    const { quote, invoice, receipt, noteId, technicianId } = strangerRecords;
    const tomorrow = new Date(`${TOMORROW}T12:00:00Z`);
    const keyOf = async (kind: "quote" | "invoice" | "receipt", reference: string) => {
      const table = { quote: "quotes", invoice: "invoices", receipt: "payments" } as const;
      const { id } = await caller.db
        .selectFrom(table[kind])
        .select("id")
        .where("reference", "=", reference)
        .executeTakeFirstOrThrow();
      return `?key=${documentKey(caller.config.secret, { kind, id, linkVersion: 0 }, tomorrow)}`;
    };
    const [quoteKey, invoiceKey] = [await keyOf("quote", quote), await keyOf("invoice", invoice)];
    const seed = crypto.randomUUID();
    await caller.db
      .updateTable("technicians")
      .set({ calendarSeed: seed })
      .where("id", "=", technicianId)
      .execute();
    const before = await recordsInDatabase();
    for (const path of [
      ...["", "/document", "/amount-due"].map((part) => `/api/quotes/${quote}${part}${quoteKey}`),
      ...["", "/document", "/amount-due", "/e-invoice", `/credit-notes/${noteId}/document`].map(
        (part) => `/api/invoices/${invoice}${part}${invoiceKey}`,
      ),
      `/api/receipts/${receipt}${await keyOf("receipt", receipt)}`,
      new URL(calendarUrl(caller.config, { id: technicianId, seed })).pathname,
    ]) {
      expect(await send(path, {}), path).toBe(200);
      expect(await recordsInDatabase(), path).toEqual(before);
    }
  });

  it("change no record in the office", async () => {
    const headers = await caller.asAdmin();
    const ids = await officeIds();
    const before = await recordsInDatabase();
    const reads = features
      .flatMap(({ rows }): readonly Endpoint[] => rows)
      .filter(({ method, path }) => method === "get" && path.startsWith("/admin/"));
    const opened: string[] = [];
    const sent: string[] = [];
    const selected = casesForRun(reads, random, Math.ceil(reads.length / 3));
    for (const { path } of selected) {
      const filled = path.replaceAll(
        /([\w-]+)\/\{(\w+)\}/g,
        (_, folder: string) => `${folder}/${ids[folder] ?? crypto.randomUUID()}`,
      );
      if ((await send(`/api${filled}?${PERIOD}`, headers)) === 200) opened.push(path);
      sent.push(path);
      if (sent.length % CALLS_BETWEEN_COMPARISONS === 0) await expectUnchanged(before, sent);
    }
    await expectUnchanged(before, sent);
    expect(opened.length).toBeGreaterThan(selected.length / 3);
  }, 120_000);
});

describe("staff members as customers", () => {
  it("manages their own booking with the rights of a customer", async () => {
    const office = await caller.asAdmin();
    for (const headers of [strangers.technician, office]) {
      const { user } = (await caller.call("GET", "/api/session", undefined, headers)).body;
      const { bookingId, reference } = await caller.book({ email: user.email });
      await caller.db.updateTable("bookings").set({ userId: user.id }).where("id", "=", bookingId).execute();
      const open = `/api/bookings/${reference}`;
      expect((await caller.call("GET", open, undefined, headers)).body.booking.reference).toBe(reference);
      const afterCompletion = await caller.call(
        "GET",
        `/api/bookings/${reference}/aftercare`,
        undefined,
        headers,
      );
      expect(afterCompletion.status).toBe(200);
      expect((await caller.call("POST", `${open}/cancel`, { version: 1 }, headers)).status).toBe(200);
      const { body } = await caller.call("GET", `/api/admin/bookings/${bookingId}`, undefined, office);
      expect(body.booking.timeline.at(-1)).toMatchObject({
        event: "cancel",
        actorRole: "customer",
        actorName: user.name,
      });
    }
  });

  it("lets technicians book for themselves", async () => {
    const { reference } = await caller.book({}, strangers.technician);
    const { body } = await caller.call("GET", "/api/account/bookings", undefined, strangers.technician);
    expect(body.bookings.map((booking: { reference: string }) => booking.reference)).toContain(reference);
  });
});

describe("cross-site requests", () => {
  it("changes nothing for a signed-in user on any route", async () => {
    const unsafe = listMountedRoutes().filter(({ method }) => method !== "GET");
    expect(unsafe.length).toBeGreaterThan(30);
    const before = await caller.contents();
    const headers = {
      Cookie: await caller.signIn(victim),
      Origin: "https://evil.example",
      "Sec-Fetch-Site": "cross-site",
    };
    for (const { method, path } of unsafe) {
      const { status, body } = await caller.call(method, path, {}, headers);
      expect([path, status, body.reason]).toEqual([path, 403, "other-origin"]);
    }
    // Except for the session opened for this test.
    expect({ ...(await caller.contents()), sessions: "" }).toEqual({ ...before, sessions: "" });
  });
});
