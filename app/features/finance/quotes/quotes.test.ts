import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type ApiResponse,
  type Caller,
  createCaller,
  NOW,
  TODAY,
} from "../../../../test/harness/company/booking-caller";
import { textOfPdf } from "../../../../test/harness/read-pdf";
import { approveQuote } from "./commands/answer.server";
import { withdrawQuote } from "./commands/withdraw.server";
import { expireQuotes, remindOfExpiringQuotes } from "./expire.server";
import type { QuoteDraft } from "./schema";

let caller: Caller;
let office: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  office = await caller.asAdmin();
});
afterAll(() => caller.close());
beforeEach(async () => {
  vi.setSystemTime(NOW);
  await caller.db.deleteFrom("rateLimits").execute();
});

const request = (method: "GET" | "POST", path: string, body?: unknown, headers = office) =>
  caller.call(method, `/api${path}`, body, headers);
const postToQuote = (id: string, what: string, body: object = {}) =>
  request("POST", `/admin/quotes/${id}/${what}`, body);
const read = async (id: string) => (await request("GET", `/admin/quotes/${id}`)).body.quote;

const draft = (changes: Partial<QuoteDraft> = {}): QuoteDraft => ({
  title: "Three split units",
  introduction: "Filters are blocked.",
  terms: "Half a day of work.",
  lines: [
    line({ description: "AC service", quantityHundredths: 300, unit: "unit", unitFils: 250_00 }),
    line({ description: "Duct cleaning", unitFils: 420_00, optional: true }),
  ],
  discount: { kind: "none" },
  vatTreatment: "standard",
  depositPercent: 30,
  validDays: 14,
  photoIds: [],
  serviceId: "hvac",
  propertyId: null,
  ...changes,
});

function line(changes: Partial<QuoteDraft["lines"][number]>): QuoteDraft["lines"][number] {
  return {
    section: "",
    description: "Work",
    quantityHundredths: 100,
    unit: "",
    unitFils: 100_00,
    optional: false,
    serviceId: null,
    priceId: null,
    partContractId: null,
    discountFils: 0,
    ...changes,
  };
}

/** Creates a booking and a quote draft for it. */
async function createDraft(changes: Partial<QuoteDraft> = {}) {
  const { bookingId } = await caller.book();
  const { body } = await request("POST", `/admin/bookings/${bookingId}/quotes`, {});
  const created = await read(body.id);
  const saved = await postToQuote(body.id, "draft", {
    version: 1,
    ...draft({ propertyId: created.propertyId, ...changes }),
  });
  expect(saved.status, saved.text).toBe(200);
  return {
    id: body.id as string,
    bookingId,
    reference: created.reference as string,
    version: saved.body.version,
  };
}

/** Sends a quote and returns the key of its link. */
async function sendDraft(changes: Partial<QuoteDraft> = {}) {
  const quote = await createDraft(changes);
  const answer = await postToQuote(quote.id, "send", { version: quote.version, channel: "link" });
  expect(answer.status, answer.text).toBe(200);
  return { ...quote, version: answer.body.quote.version, key: keyOf(answer) };
}

const keyOf = ({ body }: ApiResponse) => new URL(body.url).searchParams.get("key")!;

interface QuoteLink {
  reference: string;
  key: string;
}
const open = ({ reference, key }: QuoteLink) =>
  request("GET", `/quotes/${reference}?key=${key}`, undefined, {});
const answer = ({ reference, key }: QuoteLink, what: string, body: object) =>
  request("POST", `/quotes/${reference}/${what}`, { key, revision: 1, ...body }, {});
const approve = (quote: QuoteLink, body: object = {}) =>
  answer(quote, "approve", { name: "Aisha Al Marri", chosenPositions: [], ...body });

describe("quote from a booking", () => {
  it("copies customer, property and booked prices from the booking", async () => {
    const { bookingId } = await caller.book();
    const { body, status } = await request("POST", `/admin/bookings/${bookingId}/quotes`, {});
    expect(status).toBe(201);
    const quote = await read(body.id);
    expect(quote).toMatchObject({
      reference: expect.stringMatching(/^QT-2026-\d{6}$/),
      state: "draft",
      customer: { name: "Aisha Al Marri" },
      booking: { id: bookingId },
      serviceId: "plumbing",
      canSend: true,
    });
    expect(quote.propertyId).not.toBeNull();
    expect(quote.versions).toHaveLength(1);
    expect(quote.versions[0].lines).toMatchObject([{ unitFils: 150_00, serviceId: "plumbing" }]);
    expect(quote.totalFils).toBe(150_00);
    const listed = await request("GET", `/admin/quotes?booking=${bookingId}`);
    expect(listed.body.quotes.map(({ id }: { id: string }) => id)).toEqual([body.id]);
  });

  it("exists once per idempotency key", async () => {
    const { bookingId } = await caller.book();
    const headers = { ...office, "Idempotency-Key": crypto.randomUUID() };
    const path = `/admin/bookings/${bookingId}/quotes`;
    const answers = await Promise.all([
      request("POST", path, {}, headers),
      request("POST", path, {}, headers),
    ]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await request("POST", `/admin/bookings/${crypto.randomUUID()}/quotes`, {})).status).toBe(404);
  });
});

describe("quote draft", () => {
  it("saves all content at once, accepts a repeated request and rejects a concurrent change", async () => {
    const { id, version, bookingId } = await createDraft();
    const { propertyId } = await read(id);
    const same = { version: 1, ...draft({ propertyId }) };
    expect((await postToQuote(id, "draft", same)).body).toEqual({ version });
    const other = await postToQuote(id, "draft", { version: 1, ...draft({ propertyId, title: "Other" }) });
    expect(other.body).toMatchObject({ reason: "stale" });
    const stored = await read(id);
    expect(stored.versions[0]).toMatchObject({ title: "Three split units", validDays: 14 });
    expect(stored).toMatchObject({ totalFils: 750_00, depositFils: 225_00, booking: { id: bookingId } });
  });

  it.each([
    ["lines.0.description", { lines: [line({ description: " " })] }],
    ["lines.0.quantityHundredths", { lines: [line({ quantityHundredths: 0 })] }],
    ["lines.0.unitFils", { lines: [line({ unitFils: -1 })] }],
    ["lines.0.unitFils", { lines: [line({ unitFils: 1e15 })] }],
    ["discount.hundredths", { discount: { kind: "percent", hundredths: 10_001 } }],
    ["depositPercent", { depositPercent: 101 }],
    ["validDays", { validDays: 0 }],
    ["title", { title: "" }],
  ] as const)("reports invalid input at its field: %s", async (field, changes) => {
    const { id, version } = await createDraft();
    const answer = await postToQuote(id, "draft", { version, ...draft(changes as Partial<QuoteDraft>) });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  it("rejects photos and properties of other customers", async () => {
    const { id, version } = await createDraft();
    const foreign = await createDraft();
    const { propertyId } = await read(foreign.id);
    const place = await postToQuote(id, "draft", { version, ...draft({ propertyId }) });
    expect(place.status).toBe(404);
    const photo = await postToQuote(id, "draft", { version, ...draft({ photoIds: [crypto.randomUUID()] }) });
    expect(photo.body.errors).toHaveProperty("photoIds");
  });

  it("cannot be sent without lines, or by email without an address", async () => {
    const empty = await createDraft({ lines: [] });
    const answer = await postToQuote(empty.id, "send", { version: empty.version, channel: "link" });
    expect(answer.body).toMatchObject({ reason: "no-lines" });
    const { id, version } = await createDraft();
    const { customer } = await read(id);
    await caller.db.updateTable("customers").set({ email: null }).where("id", "=", customer.id).execute();
    const mailed = await postToQuote(id, "send", { version, channel: "email" });
    expect(mailed.body).toMatchObject({ reason: "no-email" });
    const refused = { email: "refused@customer.example", reason: "550 No such user", refusedAt: NOW };
    await caller.db.insertInto("undeliverableAddresses").values(refused).execute();
    await caller.db
      .updateTable("customers")
      .set({ email: refused.email })
      .where("id", "=", customer.id)
      .execute();
    const undeliverable = await postToQuote(id, "send", { version, channel: "email" });
    expect(undeliverable.body).toMatchObject({ reason: "email-undeliverable" });
    expect((await postToQuote(id, "send", { version, channel: "link" })).body.url).toContain("/quotes/QT-");
  });

  it("cannot be sent without kind of work and property, named by field", async () => {
    for (const field of ["serviceId", "propertyId"]) {
      const quote = await createDraft({ [field]: null });
      const refused = await postToQuote(quote.id, "send", { version: quote.version, channel: "link" });
      expect(refused.body).toMatchObject({ errors: { [field]: expect.any(String) } });
    }
    const urgent = await createDraft({ serviceId: "emergency" });
    const refused = await postToQuote(urgent.id, "send", { version: urgent.version, channel: "link" });
    expect(refused.body).toMatchObject({ errors: { serviceId: "Choose the type of work" } });
  });

  it("refuses a discount that leaves nothing to pay, on saving and, if stored before, on sending", async () => {
    const discount = { kind: "amount", fils: 750_00 } as const;
    const { id, version } = await createDraft();
    const { propertyId } = await read(id);
    const saved = await postToQuote(id, "draft", { version, ...draft({ propertyId, discount }) });
    expect(saved.body).toMatchObject({ errors: { discount: expect.stringContaining("lower than") } });
    await caller.db
      .updateTable("quoteRevisions")
      .set({ discountKind: "amount", discount: discount.fils })
      .where("quoteId", "=", id)
      .execute();
    const sent = await postToQuote(id, "send", { version, channel: "link" });
    expect(sent.body).toMatchObject({ errors: { discount: expect.any(String) } });
    expect((await read(id)).state).toBe("draft");
  });

  it("stays hidden from its customer", async () => {
    const { reference } = await createDraft();
    expect((await request("GET", `/quotes/${reference}`, undefined, {})).status).toBe(404);
  });
});

describe("customer of a quote", () => {
  it("reads the sent version with the link only, which marks it as viewed", async () => {
    const quote = await sendDraft();
    const { body, headers } = await open(quote);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.quote).toMatchObject({
      state: "sent",
      revision: 1,
      canAnswer: true,
      validUntil: "2026-12-07",
      customerName: "Aisha Al Marri",
    });
    expect(body.quote.lines[0]).not.toHaveProperty("priceId");
    expect((await open({ ...quote, key: "" })).status).toBe(404);
    expect((await open({ ...quote, key: (await sendDraft()).key })).status).toBe(404);
    expect((await read(quote.id)).state).toBe("sent");
    await answer(quote, "viewed", {});
    const seen = await read(quote.id);
    expect(seen).toMatchObject({ state: "viewed", viewedAt: NOW.toISOString() });
    await answer(quote, "viewed", {});
    expect((await read(quote.id)).version).toBe(seen.version);
  });

  it("approves once, with a typed name and the ticked options", async () => {
    const quote = await sendDraft();
    for (const name of [" ", "12", "A"])
      expect((await approve(quote, { name })).body.errors).toHaveProperty("name");
    expect((await approve(quote, { chosenPositions: [1] })).body).toMatchObject({ reason: "unknown-line" });
    expect((await approve(quote, { chosenPositions: [9] })).body).toMatchObject({ reason: "unknown-line" });
    const approved = await approve(quote, { chosenPositions: [2, 2] });
    expect(approved.body.quote).toMatchObject({
      state: "approved",
      canAnswer: false,
      totalFils: 1170_00,
      depositFils: 351_00,
      answer: { answer: "approved", name: "Aisha Al Marri", chosenPositions: [2], totalFils: 1170_00 },
    });
    expect((await approve(quote)).body).toMatchObject({ reason: "wrong-state" });
    const { versions } = await read(quote.id);
    expect(versions[0].answers).toHaveLength(1);
    expect(versions[0].answers[0]).toHaveProperty("clientIp");
  });

  it("ticks at least one option if all lines are optional", async () => {
    const quote = await sendDraft({ lines: [line({ optional: true }), line({ optional: true })] });
    expect((await approve(quote)).body).toMatchObject({ reason: "nothing-chosen" });
    const approved = await approve(quote, { chosenPositions: [2] });
    expect(approved.body.quote).toMatchObject({ state: "approved", totalFils: 100_00 });
  });

  it("requests changes or declines with a comment", async () => {
    const quote = await sendDraft();
    expect((await answer(quote, "changes", { comment: "" })).body.errors).toHaveProperty("comment");
    const changed = await answer(quote, "changes", { comment: "Without the ducts, please" });
    expect(changed.body.quote).toMatchObject({
      state: "changes_requested",
      answer: { name: "Aisha Al Marri" },
    });
    const other = await sendDraft();
    expect((await answer(other, "decline", { comment: "Too expensive" })).body.quote.state).toBe("declined");
    expect((await approve(other)).body).toMatchObject({ reason: "wrong-state" });
  });

  it("answers only the last sent version and does not see drafts", async () => {
    const quote = await sendDraft();
    const revised = await postToQuote(quote.id, "revise", { version: quote.version });
    expect(revised.body.quote.versions.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
    const { propertyId } = revised.body.quote;
    const saved = await postToQuote(quote.id, "draft", {
      version: revised.body.quote.version,
      ...draft({ propertyId, title: "Cheaper", lines: [line({ unitFils: 500_00 })] }),
    });
    expect((await open(quote)).body.quote).toMatchObject({ revision: 1, title: "Three split units" });
    const again = await postToQuote(quote.id, "send", { version: saved.body.version, channel: "link" });
    expect(again.body.quote).toMatchObject({ revision: 2, totalFils: 500_00, state: "sent" });
    expect((await open(quote)).body.quote).toMatchObject({ revision: 2, title: "Cheaper" });
    expect((await approve(quote)).body).toMatchObject({ reason: "superseded" });
    expect((await approve(quote, { revision: 2 })).body.quote).toMatchObject({ totalFils: 500_00 });
    expect(
      (await postToQuote(quote.id, "revise", { version: again.body.quote.version + 1 })).body,
    ).toMatchObject({
      reason: "wrong-state",
    });
  });

  it("approves on the last valid day and not afterwards, even before the expiry job has run", async () => {
    const [quote, late] = [await sendDraft(), await sendDraft()];
    vi.setSystemTime(new Date("2026-12-07T19:59:00Z"));
    expect((await approve(quote)).status).toBe(200);
    vi.setSystemTime(new Date("2026-12-07T20:01:00Z"));
    expect((await approve(late)).body).toMatchObject({ reason: "quote-expired" });
    expect((await open(late)).body.quote).toMatchObject({ state: "expired", canAnswer: false });
    await expireQuotes({ ...caller.ctx(), now: new Date() });
    const row = await caller.db
      .selectFrom("quotes")
      .select("state")
      .where("id", "=", late.id)
      .executeTakeFirst();
    expect(row?.state).toBe("expired");
  });

  it("pays no VAT for a zero-rated supply, from the quote to its invoice", async () => {
    const quote = await sendDraft({ vatTreatment: "DL8.45", depositPercent: 0 });
    const { body } = await open(quote);
    expect(body.quote).toMatchObject({ vatPercent: 0, vatReason: expect.stringContaining("Zero-rated") });
    const pdf = await caller.http.request(`/api/admin/quotes/${quote.id}/document`, { headers: office });
    const text = (await textOfPdf(new Uint8Array(await pdf.arrayBuffer()))).replaceAll(/\s+/g, " ");
    expect(text).toContain("Zero-rated: other (VAT law, art. 45)");
    expect(text).not.toContain("5%");
    expect((await approve(quote)).status).toBe(200);
    const drafted = await request("POST", "/admin/invoices/drafts", { quoteId: quote.id });
    expect(drafted.body.invoice).toMatchObject({ totalFils: 750_00, vatFils: 0 });
    expect(drafted.body.invoice.lines[0]).toMatchObject({ vatTreatment: "DL8.45", vatFils: 0 });
  });

  it("receives no quote for an export while the customer has no country", async () => {
    const quote = await createDraft({ vatTreatment: "DL8.45.1", depositPercent: 0 });
    const sent = await postToQuote(quote.id, "send", { version: quote.version, channel: "link" });
    expect(sent.body).toMatchObject({ reason: "export-within-uae" });
  });

  it("finds nothing by a link that the office replaced", async () => {
    const quote = await sendDraft();
    const before = await caller.call("GET", `/api/admin/quotes/${quote.id}/document`, undefined, office);
    const replaced = await postToQuote(quote.id, "replace-link", {});
    expect(replaced.status, replaced.text).toBe(200);
    expect((await open(quote)).status).toBe(404);
    expect((await approve(quote)).status).toBe(404);
    const key = new URL(replaced.body.url).searchParams.get("key")!;
    expect((await open({ ...quote, key })).body.quote).toMatchObject({ canAnswer: true });
    // The PDF of the new link is rendered again.
    const after = await caller.call("GET", `/api/admin/quotes/${quote.id}/document`, undefined, office);
    expect(after.text).not.toBe(before.text);
  });

  it("sees that the link has expired and receives a new one at the known address", async () => {
    const quote = await sendDraft();
    vi.setSystemTime(new Date("2027-12-01T08:00:00Z"));
    expect((await open(quote)).body).toEqual({ quote: null, linkExpired: true });
    const requestLink = (reference: string) => request("POST", "/quotes/link", { reference }, {});
    expect((await requestLink(quote.reference)).body).toEqual((await requestLink("QT-2026-999999")).body);
    const requests = await caller.db
      .selectFrom("trail")
      .select("subjectId")
      .where("type", "=", "quote.link-requested")
      .execute();
    expect(requests).toEqual([{ subjectId: quote.id }]);
  });

  it("reads quotes of the own account without a key, including withdrawn ones, which cannot be approved", async () => {
    const user = { email: "sara@example.com", password: "a password of mine" };
    const userId = await caller.addUser(user);
    const quote = await sendDraft();
    const { customer } = await read(quote.id);
    await caller.db.updateTable("customers").set({ userId }).where("id", "=", customer.id).execute();
    const headers = { Cookie: await caller.signIn(user) };
    const listed = await request("GET", "/account/quotes", undefined, headers);
    expect(listed.body.quotes).toMatchObject([{ reference: quote.reference, totalFils: 750_00 }]);
    expect((await request("GET", `/quotes/${quote.reference}`, undefined, headers)).status).toBe(200);
    await postToQuote(quote.id, "withdraw", { version: quote.version });
    const shown = await request("GET", `/quotes/${quote.reference}`, undefined, headers);
    expect(shown.body.quote).toMatchObject({ state: "withdrawn", canAnswer: false });
    expect((await approve(quote)).body).toMatchObject({ reason: "wrong-state" });
  });
});

describe("concurrent answers", () => {
  const asHolder = (id: string) => ({
    ...caller.ctx(),
    actor: { role: "link-holder" as const, document: { kind: "quote" as const, id } },
  });

  it("approve a quote once", async () => {
    const { id } = await sendDraft();
    const approval = { revision: 1, name: "Aisha", chosenPositions: [] };
    const both = await Promise.all([1, 2].map(() => approveQuote(asHolder(id), id, approval)));
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect((await read(id)).versions[0].answers).toHaveLength(1);
  });

  it("either approve or withdraw it", async () => {
    for (let round = 0; round < 5; round++) {
      const { id, version } = await sendDraft();
      const [approved, withdrawn] = await Promise.all([
        approveQuote(asHolder(id), id, { revision: 1, name: "Aisha", chosenPositions: [] }),
        withdrawQuote(caller.ctx(), { id, version }),
      ]);
      expect(approved.ok).not.toBe(withdrawn.ok);
      expect((await read(id)).state).toBe(approved.ok ? "approved" : "withdrawn");
    }
  });
});

/** A quote as earlier releases stored it, without details that sending requires today. */
const storeWithout = (id: string, ...fields: ("serviceId" | "propertyId")[]) =>
  caller.db
    .updateTable("quotes")
    .set(Object.fromEntries(fields.map((field) => [field, null])))
    .where("id", "=", id)
    .execute();

describe("office", () => {
  it("converts an approved quote into a confirmed booking without technician, at the approved price", async () => {
    const quote = await sendDraft();
    await approve(quote, { chosenPositions: [2] });
    const before = await read(quote.id);
    const { body } = await postToQuote(quote.id, "convert", { version: before.version, target: "new" });
    expect(body.quote).toMatchObject({
      state: "converted",
      convertedBooking: { reference: expect.any(String) },
    });
    const work = (await request("GET", `/admin/bookings/${body.quote.convertedBooking.id}`)).body.booking;
    expect(work).toMatchObject({ state: "confirmed", serviceId: "hvac", estimateFils: 1170_00 });
    expect(work.id).not.toBe(quote.bookingId);
    const again = await postToQuote(quote.id, "convert", { version: body.quote.version, target: "new" });
    expect(again.body).toMatchObject({ reason: "wrong-state" });
  });

  it("plans the time of the required lines and of the options that the customer ticked", async () => {
    const { id: priceId } = await caller.db
      .selectFrom("prices")
      .select("id")
      .where("item", "=", "call-out")
      .executeTakeFirstOrThrow();
    const hours = (count: number) => ({
      quantityHundredths: count * 100,
      unit: "hour",
      unitFils: 150_00,
      priceId,
    });
    const quote = await sendDraft({
      lines: [
        line({ description: "Repair", ...hours(2) }),
        line({ description: "Second bathroom", ...hours(3), optional: true }),
        line({ description: "Third bathroom", ...hours(4), optional: true }),
      ],
    });
    await approve(quote, { chosenPositions: [2] });
    const { version } = await read(quote.id);
    const { body } = await postToQuote(quote.id, "convert", { version, target: "new" });
    const work = await caller.db
      .selectFrom("bookings")
      .select("durationMin")
      .where("id", "=", body.quote.convertedBooking.id)
      .executeTakeFirstOrThrow();
    expect(work.durationMin).toBe(5 * 60);
  });

  it("converts it into its source booking, and refuses conversion without a service", async () => {
    const quote = await sendDraft();
    await approve(quote);
    const { version } = await read(quote.id);
    const { body } = await postToQuote(quote.id, "convert", { version, target: "booking" });
    expect(body.quote.convertedBooking.id).toBe(quote.bookingId);
    const bare = await sendDraft();
    await approve(bare);
    await storeWithout(bare.id, "serviceId");
    const refused = await postToQuote(bare.id, "convert", {
      version: (await read(bare.id)).version,
      target: "new",
    });
    expect(refused.body).toMatchObject({ errors: { serviceId: "Choose the type of work" } });
  });

  it("completes an approved quote without kind of work and place when it is converted", async () => {
    const bare = await sendDraft();
    await approve(bare);
    await storeWithout(bare.id, "serviceId", "propertyId");
    const { version, customer } = await read(bare.id);
    const convert = (chosen: object) =>
      postToQuote(bare.id, "convert", { version, target: "new", ...chosen });
    expect((await convert({ serviceId: "hvac" })).body).toMatchObject({
      errors: { propertyId: "Choose where the work will be done" },
    });
    const foreign = { serviceId: "hvac", propertyId: crypto.randomUUID() };
    expect((await convert(foreign)).status).toBe(404);
    const propertyId = customer.properties[0].id;
    const { body } = await convert({ serviceId: "hvac", propertyId });
    expect(body.quote).toMatchObject({ state: "converted", serviceId: "hvac", propertyId });
    const invoice = await request("POST", "/admin/invoices/drafts", { quoteId: bare.id });
    expect(invoice.body.invoice).toMatchObject({ propertyId, totalFils: body.quote.totalFils });
  });

  it("duplicates a quote as a draft and refuses invalid actions", async () => {
    const quote = await sendDraft();
    const { body } = await postToQuote(quote.id, "duplicate");
    const copy = await read(body.id);
    expect(copy).toMatchObject({ state: "draft", totalFils: 750_00 });
    expect(copy.reference).not.toBe(quote.reference);
    expect(
      (await postToQuote(quote.id, "send", { version: quote.version, channel: "link" })).body,
    ).toMatchObject({
      reason: "wrong-state",
    });
    expect((await postToQuote(quote.id, "withdraw", { version: 1 })).body).toMatchObject({ reason: "stale" });
    expect((await postToQuote(copy.id, "resend-link", { version: 1, channel: "link" })).body).toMatchObject({
      reason: "wrong-state",
    });
    expect((await postToQuote(crypto.randomUUID(), "duplicate")).status).toBe(404);
  });

  it("finds quotes by reference, title and customer, and totals those awaiting an answer", async () => {
    const quote = await sendDraft({ title: "Marble in the hall" });
    const find = async (query: string) =>
      (await request("GET", `/admin/quotes?${query}`)).body.quotes.map(({ id }: { id: string }) => id);
    expect(await find("search=marble")).toEqual([quote.id]);
    expect(await find(`search=${quote.reference.toLowerCase()}`)).toEqual([quote.id]);
    expect(await find("search=aisha")).toContain(quote.id);
    expect(await find("search=%25")).toEqual([]);
    const { body } = await request("GET", "/admin/quotes?state=awaiting&counts=yes&limit=100");
    expect(body.quotes).toHaveLength(body.counts.awaiting);
    const fils = body.quotes.reduce(
      (sum: number, { totalFils }: { totalFils: number }) => sum + totalFils,
      0,
    );
    expect(body.awaitingFils).toBe(fils);
    expect(fils).toBeGreaterThan(0);
  });

  it("reminds customers once of quotes that expire within three days, during the day", async () => {
    const quote = await sendDraft();
    const countReminders = async () =>
      (
        await caller.db
          .selectFrom("trail")
          .select("id")
          .where("type", "=", "quote.expiring")
          .where("subjectId", "=", quote.id)
          .execute()
      ).length;
    const remindAt = async (instant: string) => {
      vi.setSystemTime(new Date(instant));
      await remindOfExpiringQuotes({ ...caller.ctx(), now: new Date() });
      return countReminders();
    };
    expect(await remindAt("2026-12-03T08:00:00Z")).toBe(0);
    expect(await remindAt("2026-12-04T01:00:00Z")).toBe(0);
    expect(await remindAt("2026-12-04T08:00:00Z")).toBe(1);
    expect(await remindAt("2026-12-05T08:00:00Z")).toBe(1);
    expect(TODAY < "2026-12-04").toBe(true);
  });
});
