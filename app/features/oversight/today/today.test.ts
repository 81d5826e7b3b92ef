import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import { addDays, addMinutes, dubaiDate } from "~/platform/time";
import { addCustomer, createIssuedInvoice } from "../../../../test/harness/company/billing";
import { createCompany, office, officeCtx } from "../../../../test/harness/company/company";
import { addPackages, requestTestContract } from "../../../../test/harness/company/contracts";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import {
  ageingBuckets,
  amountInBucket,
  type InvoiceFilter,
} from "../../finance/invoices/office/invoice-filter";
import { listInvoices } from "../../finance/invoices/office/list-queries.server";
import { compactOpenByDueDate, getAgeing } from "../../finance/invoices/overdue/ageing.server";
import { listEntries } from "../../finance/ledger/queries.server";
import { listQuotes } from "../../finance/quotes/office/list-queries.server";
import { quoteStates } from "../../finance/quotes/quote";
import { bookingListFields } from "../../operations/bookings/api/office/office-list-api.server";
import { bookingStates, liveVisitStates, visitStates } from "../../operations/bookings/booking";
import { listBookings } from "../../operations/bookings/office/list-queries.server";
import { awaitingArrivalStates } from "../../operations/bookings/response-targets/response-target";
import { listInvoicedLines } from "../analytics/invoiced-lines.server";
import { invoicedLinesPath, openInvoicesPath, revenueEntriesPath } from "../analytics/links";
import * as links from "./admin/links";
import { monthsUntil } from "./months";
import { getMoneyToday, getQuotesToday, getWorkToday, listLatestActivity } from "./queries.server";
import { retryStuckDocuments } from "./stuck-documents.server";

/** Each figure equals a brute-force count over all rows and the row count of its linked list. */

let database: TestDatabase;
let technicianId: string;
let customerId: string;
let propertyId: string;
let contractId: string;

/** Dubai times: last second of a month, midnight, a day missing in last month, new year. */
const nows = [
  "2026-11-30T19:59:59Z",
  "2026-11-30T20:00:00Z",
  "2027-03-30T08:00:00Z",
  "2026-12-31T20:00:00Z",
].map((now) => new Date(now));

/** Fixed seed. */
let seed = 20261122;
function below(limit: number): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
}
const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;
/** The random data must not depend on the order in which the states are declared. */
const inNameOrder = <State extends string>(states: readonly State[]): State[] => [...states].sort();
const around = (now: Date, minutes: number) => addMinutes(now, below(2 * minutes) - minutes);

beforeAll(async () => {
  database = await createTestDatabase();
  ({ technicianId } = await createCompany(database.db));
  customerId = await addCustomer(officeCtx(database.db), { email: null });
  const property = database.db.insertInto("properties").values({
    customerId,
    street: "Street 7",
    area: "Al Barsha",
    createdAt: new Date(),
  } as never);
  propertyId = (await property.returning("id").executeTakeFirstOrThrow()).id;
  await addPackages(database.db, technicianId);
  contractId = (await requestTestContract(officeCtx(database.db))).id;
  await database.db
    .insertInto("contractEntitlements")
    .values({ contractId, kind: "call-out", total: null })
    .execute();
});
afterAll(() => database.drop());

describe("today without data", () => {
  it("shows zeros and no clocks", async () => {
    const ctx = officeCtx(database.db);
    expect(await getWorkToday(ctx)).toEqual({
      day: dubaiDate(ctx.now),
      requests: { count: 0, oldestAt: null, dueAt: null },
      emergencies: { count: 0, dueAt: null },
      unassigned: 0,
      holdsDue: 0,
      contractVisits: 0,
      stuckRecurringBookings: [],
      fullHoldDays: [],
      visits: { count: 0, states: [] },
    });
    expect(await getQuotesToday(ctx)).toEqual({ awaiting: { count: 0, fils: 0 } });
    const nothing = { fils: 0, lastFils: 0, lastWholeFils: 0 };
    expect(await getMoneyToday(ctx)).toMatchObject({
      overdue: { count: 0, fils: 0 },
      invoiced: nothing,
      revenue: nothing,
    });
    expect(await listLatestActivity(ctx)).toEqual({ events: [] });
  });
});

describe("property: today on random data", () => {
  beforeAll(async () => {
    for (const now of nows) {
      for (let number = 0; number < 60; number++) await addBooking(now);
      for (let number = 0; number < 25; number++) await addQuote(now);
    }
    // Imported invoices with arbitrary payments.
    const triggers = [
      ["invoices", "apply_invoice_issue_on_insert"],
      ["invoices", "refuse_late_opening_balance"],
      ["invoice_lines", "refuse_issued_line_change"],
    ] as const;
    for (const [table, trigger] of triggers)
      await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER ${sql.ref(trigger)}`.execute(database.db);
    for (const now of nows) for (let number = 0; number < 60; number++) await addInvoice(now);
  }, 120_000);

  it.each(nows)("counts work like brute force and the linked lists at %s", async (now) => {
    const ctx = officeCtx(database.db, now);
    const work = await getWorkToday(ctx);
    const bookings = await database.db.selectFrom("bookings").selectAll().execute();
    const visits = await database.db.selectFrom("visits").selectAll().execute();
    const day = dubaiDate(now);

    const requests = bookings.filter(({ state }) => state === "requested");
    const promised = requests.filter(({ emergency, respondedAt }) => !emergency && !respondedAt);
    expect(work.requests).toEqual({
      count: requests.length,
      oldestAt: earliest(requests.map(({ requestedAt }) => requestedAt)),
      dueAt: earliest(promised.flatMap(({ contactDueAt }) => contactDueAt ?? [])),
    });
    expect(work.requests.count).toBe(await rowsAt(ctx, links.requests));

    const onTheClock = bookings.filter(
      ({ emergency, state, requestedAt }) =>
        emergency &&
        awaitingArrivalStates.includes(state) &&
        now.getTime() - requestedAt.getTime() < 24 * 3_600_000,
    );
    const due = onTheClock.map(({ requestedAt }) => addMinutes(requestedAt, 120));
    expect(work.emergencies).toEqual({ count: onTheClock.length, dueAt: earliest(due) });
    expect(work.emergencies.count).toBe(await rowsAt(ctx, links.emergencies));

    const unassigned = bookings.filter(({ id, state }) => {
      const ofBooking = visits.filter(({ bookingId }) => bookingId === id);
      const isAssigned = ofBooking.some(
        (visit) => visit.technicianId !== null && ["scheduled", "en_route", "on_site"].includes(visit.state),
      );
      const hasUnassignedDay = ofBooking.some(
        (visit) =>
          (visit.state === "held" && visit.technicianId === null) ||
          (visit.state === "no_access" &&
            visit.multiDay &&
            !ofBooking.some(
              ({ replacesVisitId, state }) => replacesVisitId === visit.id && state !== "cancelled",
            )),
      );
      return ["confirmed", "on_hold", "no_access"].includes(state)
        ? !isAssigned
        : ["scheduled", "en_route", "on_site"].includes(state) && hasUnassignedDay;
    });
    expect(work.unassigned).toBe(unassigned.length);
    expect(work.unassigned).toBe(await rowsAt(ctx, links.unassigned));

    const holdsDue = bookings.filter(
      ({ state, continueOn }) => state === "on_hold" && continueOn !== null && continueOn <= day,
    );
    expect(holdsDue.length).toBeGreaterThan(0);
    expect(work.holdsDue).toBe(holdsDue.length);
    expect(work.holdsDue).toBe(await rowsAt(ctx, links.holdsDue));

    const monday = addDays(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7));
    const inWeek = (one: string) => one >= monday && one <= addDays(monday, 6);
    const uses = await database.db.selectFrom("entitlementUses").selectAll().execute();
    const ofContracts = bookings.filter(({ id, state, preferredDate }) => {
      if (["cancelled", "declined", "work_done", "completed", "closed"].includes(state)) return false;
      if (!uses.some(({ bookingId }) => bookingId === id)) return false;
      const live = visits.filter(
        (visit) => visit.bookingId === id && !["cancelled", "no_access", "handed_over"].includes(visit.state),
      );
      if (live.length === 0) return preferredDate !== null && inWeek(preferredDate);
      return live.some(({ startsAt }) => inWeek(dubaiDate(startsAt)));
    });
    expect(ofContracts.length).toBeGreaterThan(2);
    expect(work.contractVisits).toBe(ofContracts.length);
    expect(work.contractVisits).toBe(await rowsAt(ctx, links.contractVisits));

    const ofToday = visits.filter(
      ({ state, startsAt, endedAt }) =>
        !["cancelled", "no_access", "handed_over"].includes(state) &&
        (dubaiDate(startsAt) === day ||
          (dubaiDate(startsAt) === addDays(day, -1) &&
            (endedAt ? dubaiDate(endedAt) >= day : ["en_route", "on_site"].includes(state)))),
    );
    const bookingsOf = (some: typeof visits) => new Set(some.map(({ bookingId }) => bookingId)).size;
    const inState = (wanted: string) => ofToday.filter(({ state }) => state === wanted);
    expect(ofToday.length).toBeGreaterThan(5);
    expect(work.visits).toEqual({
      count: bookingsOf(ofToday),
      states: liveVisitStates
        .map((state) => ({ state, count: bookingsOf(inState(state)) }))
        .filter(({ count }) => count > 0),
    });
    expect(work.visits.count).toBe(await rowsAt(ctx, links.visitsOf(day)));
    for (const { state, count } of work.visits.states)
      expect(count, state).toBe(await rowsAt(ctx, links.visitsIn(day, state)));
  });

  it.each(nows)(
    "counts quotes awaiting an answer like brute force and the linked list at %s",
    async (now) => {
      const ctx = officeCtx(database.db, now);
      const quotes = await database.db.selectFrom("quotes").selectAll().execute();
      const awaiting = quotes.filter(
        ({ state, validUntil }) =>
          ["sent", "viewed"].includes(state) && validUntil !== null && validUntil >= dubaiDate(now),
      );
      const fils = sumOf(awaiting.map(({ totalFils }) => totalFils));
      expect(await getQuotesToday(ctx)).toEqual({ awaiting: { count: awaiting.length, fils } });
      const listed: number[] = [];
      let cursor = "";
      do {
        const page = await listQuotes(ctx, {
          ...filterAt(links.awaitingQuotes, "/admin/quotes"),
          limit: 50,
          cursor,
        });
        listed.push(...page.quotes.map(({ totalFils }) => totalFils));
        cursor = page.nextCursor ?? "";
      } while (cursor);
      expect({ count: listed.length, fils: sumOf(listed) }).toEqual({ count: awaiting.length, fils });
    },
  );

  it.each(nows)("sums money like brute force and the linked lists at %s", async (now) => {
    const ctx = officeCtx(database.db, now);
    const today = dubaiDate(now);
    const money = await getMoneyToday(ctx);
    const invoices = await database.db.selectFrom("invoices").selectAll().execute();
    const notes = await database.db.selectFrom("creditNotes").selectAll().execute();

    const overdue = invoices.filter(
      ({ issuedAt, openFils, dueDate }) => issuedAt && openFils > 0 && dueDate! < today,
    );
    const owed = { count: overdue.length, fils: sumOf(overdue.map(({ openFils }) => openFils)) };
    expect(overdue.length).toBeGreaterThan(5);
    expect(money.overdue).toEqual(owed);
    const listed = await invoicesOf(ctx, filterAt(links.overdueInvoices, "/admin/invoices"));
    expect({ count: listed.length, fils: sumOf(listed.map(({ openFils }) => openFils)) }).toEqual(owed);
    const ageing = await getAgeing(ctx);
    for (const age of ageingBuckets) {
      const old = await invoicesOf(ctx, filterAt(openInvoicesPath(age), "/admin/invoices"));
      const fils = sumOf(old.map(({ openFils }) => openFils));
      expect([age, fils]).toEqual([age, amountInBucket(ageing, age)]);
    }
    expect(ageing.notDueFils).not.toBe(0);

    const kinds = new Map(invoices.map(({ id, kind }) => [id, kind]));
    const sumOfKinds =
      (wanted: readonly string[], credited: readonly string[]) => (days: (day: string) => boolean) =>
        sumOf(
          invoices
            .filter(({ kind, issuedAt, issueDate }) => issuedAt && wanted.includes(kind) && days(issueDate!))
            .map(({ netFils }) => netFils),
        ) -
        sumOf(
          notes
            .filter(({ invoiceId, issueDate }) => credited.includes(kinds.get(invoiceId)!) && days(issueDate))
            .map(({ netFils }) => netFils),
        );
    const month = today.slice(0, 7);
    const last = addDays(`${month}-01`, -1).slice(0, 7);
    const monthly = (sumIn: (days: (day: string) => boolean) => number) => ({
      fils: sumIn((day) => day.startsWith(month) && day <= today),
      lastFils: sumIn((day) => day.startsWith(last) && day.slice(8) <= today.slice(8)),
      lastWholeFils: sumIn((day) => day.startsWith(last)),
    });
    const { from, to } = money.months;
    expect({ from, to }).toEqual({ from: `${month}-01`, to: today });
    const billed = ["invoice", "deposit"];
    expect(money.invoiced).toEqual(monthly(sumOfKinds(billed, billed)));
    // A deposit counts as revenue with the invoice that deducts it. A credit note of an opening balance reduces revenue.
    expect(money.revenue).toEqual(monthly(sumOfKinds(["invoice"], ["invoice", "opening"])));
    expect(money.invoiced.lastWholeFils).not.toBe(0);
    expect(money.invoiced.lastWholeFils).not.toBe(money.revenue.lastWholeFils);

    const { lines } = await listInvoicedLines(ctx, {
      ...filterAt(invoicedLinesPath(money.months), "/admin/analytics/invoiced-lines"),
      limit: 1_000,
    });
    expect(sumOf(lines.map(({ fils }) => fils))).toBe(money.invoiced.fils);
    const posted = await listEntries(ctx, {
      ...filterAt(revenueEntriesPath(money.months), "/admin/books/journal"),
      limit: 1_000,
    });
    expect(sumOf(posted.entries.map(({ accountFils }) => accountFils!))).toBe(money.revenue.fils);
  });

  it("counts overdue invoices before and after the first hourly job of an upgrade", async () => {
    const ctx = officeCtx(database.db, nows.toSorted((a, b) => Number(a) - Number(b)).at(-1)!);
    const { overdue } = await getMoneyToday(ctx);
    await sql`UPDATE open_amounts SET open_count = NULL`.execute(database.db);
    expect((await getMoneyToday(ctx)).overdue).toEqual(overdue);
    await compactOpenByDueDate(ctx);
    expect((await getMoneyToday(ctx)).overdue).toEqual(overdue);
    const { rows } = await sql`SELECT FROM open_amounts WHERE open_count IS NULL`.execute(database.db);
    expect(rows).toEqual([]);
  });
});

describe("monthsUntil", () => {
  it.each([
    ["2026-11-22", "2026-11-01", "2026-10-01", "2026-10-22", "2026-10-31"],
    ["2027-03-31", "2027-03-01", "2027-02-01", "2027-02-28", "2027-02-28"],
    ["2028-03-29", "2028-03-01", "2028-02-01", "2028-02-29", "2028-02-29"],
    ["2027-01-01", "2027-01-01", "2026-12-01", "2026-12-01", "2026-12-31"],
    ["2027-04-30", "2027-04-01", "2027-03-01", "2027-03-30", "2027-03-31"],
  ])(
    "compares the month until %s with the same days of last month",
    (to, from, lastFrom, lastTo, lastEnd) => {
      expect(monthsUntil(to)).toEqual({ from, to, lastFrom, lastTo, lastEnd });
    },
  );
});

describe("latest activity", () => {
  it("shows money events to money roles and work events to the office, newest first", async () => {
    const ctx = officeCtx(database.db);
    const { id: bookingId, reference } = await anyOf("bookings");
    const invoice = await anyOf("invoices");
    const quote = await anyOf("quotes");
    await emitEvent("booking.confirmed", bookingId);
    await emitEvent("invoice.issued", invoice.id);
    await emitEvent("quote.sent", quote.id);
    // Recorded after the events that followed it, as by an import.
    await emitEvent("booking.requested", bookingId, addMinutes(new Date(), -60));
    // An event that is not shown.
    await emitEvent("booking.noted", bookingId);
    const listTypes = async (role: "admin" | "dispatcher" | "accountant") => {
      const { events } = await listLatestActivity({ ...ctx, actor: { ...office, role } });
      return events.map(({ type, subjectId }) => [type, subjectId]);
    };
    const work = [
      ["quote.sent", quote.id],
      ["booking.confirmed", bookingId],
      ["booking.requested", bookingId],
    ];
    const all = [work[0], ["invoice.issued", invoice.id], ...work.slice(1)];
    expect(await listTypes("dispatcher")).toEqual(work);
    expect(await listTypes("accountant")).toEqual(all);
    expect(await listTypes("admin")).toEqual(all);
    const { events } = await listLatestActivity(ctx);
    expect(events.at(-1)).toMatchObject({
      actorName: "Office",
      subject: "booking",
      reference,
      customerName: "Zainab Qasim",
    });
  });

  async function emitEvent(type: string, subjectId: string, at = new Date()) {
    const [subjectType = ""] = type.split(".");
    const entry = { at, type, actorRole: "admin", subjectType, requestId: "" };
    const { id } = await database.db
      .insertInto("trail")
      .values({ ...entry, subjectId, data: "{}" } as never)
      .returning("id")
      .executeTakeFirstOrThrow();
    await database.db.insertInto("trailValues").values({ trailId: id, actorName: "Office" }).execute();
  }

  const anyOf = async (table: "bookings" | "invoices" | "quotes") =>
    database.db
      .selectFrom(table as "bookings")
      .select(["id", "reference"])
      .where("reference", "is not", null)
      .executeTakeFirstOrThrow();
});

const earliest = (instants: Date[]) =>
  instants.length > 0 ? new Date(Math.min(...instants.map((at) => at.getTime()))).toISOString() : null;
const sumOf = (sums: number[]) => sums.reduce((sum, one) => sum + one, 0);

/** Filter parameters of a list link. */
function filterAt(link: string, list: string): Record<string, string> {
  const { pathname, searchParams } = new URL(link, "http://x");
  expect(pathname).toBe(list);
  return Object.fromEntries(searchParams.entries());
}

/** Total rows of the booking list behind a link, across pages. */
async function rowsAt(ctx: Ctx, link: string): Promise<number> {
  const filter = z.strictObject(bookingListFields).parse(filterAt(link, "/admin/bookings"));
  const ids = new Set<string>();
  let cursor = "";
  do {
    const page = await listBookings(ctx, { ...filter, limit: 50, cursor });
    for (const { id } of page.bookings) ids.add(id);
    cursor = page.nextCursor ?? "";
  } while (cursor);
  return ids.size;
}

async function invoicesOf(ctx: Ctx, filter: InvoiceFilter) {
  const rows: Awaited<ReturnType<typeof listInvoices>>["invoices"] = [];
  let cursor = "";
  do {
    const page = await listInvoices(ctx, { ...filter, limit: 50, cursor });
    rows.push(...page.invoices);
    cursor = page.nextCursor ?? "";
  } while (cursor);
  return rows;
}

let numbers = 0;
const number = () => String(++numbers).padStart(6, "0");

/** Adds a booking in a random state requested within two days of `now`, with up to two visits around it. */
async function addBooking(now: Date): Promise<void> {
  const id = randomUUID();
  const emergency = below(4) === 0;
  const requestedAt = around(now, 48 * 60);
  const state = oneOf(["requested", "confirmed", ...inNameOrder(bookingStates)]);
  await database.db
    .insertInto("bookings")
    .values({
      id,
      reference: `BK-2026-${number()}`,
      state,
      serviceId: emergency ? "emergency" : "plumbing",
      emergency,
      customerId,
      propertyId,
      contactName: "Zainab Qasim",
      contactPhone: "+971501234567",
      address: "Street 7",
      addressParts: JSON.stringify({ street: "Street 7" }),
      requestedAt,
      preferredDate: addDays(dubaiDate(now), (numbers % 15) - 7),
      continueOn: numbers % 4 === 0 ? null : addDays(dubaiDate(now), (numbers % 5) - 2),
      contactDueAt: below(4) === 0 ? null : addMinutes(requestedAt, 120),
      respondedAt: below(3) === 0 ? addMinutes(requestedAt, 30) : null,
    } as never)
    .execute();
  if (numbers % 3 === 0) {
    await database.db
      .insertInto("entitlementUses")
      .values({
        bookingId: id,
        contractId,
        kind: "call-out",
        quantity: 1,
        isPlannedVisit: false,
      })
      .execute();
  }
  // A state after dispatch needs a visit in that state.
  const matchingStates = state === "scheduled" || state === "en_route" || state === "on_site" ? [state] : [];
  const others = Array.from({ length: below(3) }, () => oneOf(inNameOrder(visitStates)));
  for (const state of [...matchingStates, ...others]) {
    // Overlapping visits of one technician are impossible.
    const atMidnight = below(5) === 0 ? new Date(`${dubaiDate(now)}T00:00:00+04:00`) : null;
    const startsAt = atMidnight ?? around(now, 30 * 60);
    const technicianOrNull = state === "held" || state === "cancelled";
    const { numAffectedRows } =
      await sql`INSERT INTO visits (id, booking_id, technician_id, state, starts_at, ends_at, during, created_at, multi_day)
      VALUES (${randomUUID()}, ${id}, ${technicianOrNull ? null : technicianId}, ${state}, ${startsAt},
        ${addMinutes(startsAt, 10)}, 'empty', ${now}, ${below(2) === 0}) ON CONFLICT DO NOTHING`.execute(
        database.db,
      );
    // The technician is under way to another visit.
    if (matchingStates.includes(state as "en_route") && numAffectedRows === 0n)
      await sql`UPDATE bookings SET state = 'confirmed' WHERE id = ${id}`.execute(database.db);
  }
}

async function addQuote(now: Date): Promise<void> {
  const state = oneOf(["sent", "viewed", ...inNameOrder(quoteStates)]);
  const validUntil = addDays(dubaiDate(now), below(5) - 2);
  await sql`INSERT INTO quotes (id, reference, state, customer_id, created_at, sent_at, answered_at, valid_until, total_fils)
    VALUES (${randomUUID()}, ${`QT-2026-${number()}`}, ${state}, ${customerId}, ${now}, ${now}, ${now}, ${validUntil},
      ${below(1_000_000)})`.execute(database.db);
}

/**
 * Adds a drafted, issued or imported invoice of the two months before `now` with random payments and credits.
 */
async function addInvoice(now: Date): Promise<void> {
  const id = randomUUID();
  const kind = oneOf(["invoice", "invoice", "invoice", "deposit", "opening"]);
  const draft = kind === "invoice" && below(6) === 0;
  const net = below(1_000_000) + 1;
  const vat = kind === "opening" ? 0 : Math.round(net / 20);
  const settled = draft ? 0 : oneOf([0, 0, net + vat, Math.floor(net / 2)]);
  const day = addDays(dubaiDate(now), -below(75));
  const party = JSON.stringify({ name: "Zainab Qasim" });
  await database.db.transaction().execute(async (trx) => {
    await sql`INSERT INTO invoices (id, kind, reference, customer_id, title, seller, buyer, created_at, issued_at, issue_date,
        due_date, net_fils, vat_fils, total_fils, uncredited_fils, settled_fils)
      VALUES (${id}, ${kind}, ${draft ? null : `INV-2026-${number()}`}, ${customerId}, 'tax-invoice', ${party}, ${party}, ${now},
        ${draft ? null : now}, ${draft ? null : day}, ${addDays(day, below(40))}, ${net}, ${vat}, ${net + vat}, ${net + vat}, ${settled})`.execute(
      trx,
    );
    await sql`INSERT INTO invoice_lines (invoice_id, position, description, quantity_hundredths, unit_fils, vat_percent, gross_fils, vat_fils)
      VALUES (${id}, 1, 'Work', 100, ${net + vat}, ${vat > 0 ? 5 : 0}, ${net + vat}, ${vat})`.execute(trx);
  });
  if (draft || below(3) > 0) return;
  const part = Math.ceil(net / 3);
  const noted = addDays(day, below(10));
  const noteId = randomUUID();
  await database.db.transaction().execute(async (trx) => {
    await sql`INSERT INTO credit_notes (id, reference, invoice_id, title, seller, buyer, reason, event_date, issue_date, issued_at,
        net_fils, vat_fils, total_fils)
      VALUES (${noteId}, ${`CN-2026-${number()}`}, ${id}, 'tax-credit-note', ${party}, ${party}, 'Agreed', ${noted}, ${noted},
        ${now}, ${part}, 0, ${part})`.execute(trx);
    await sql`INSERT INTO credit_note_lines (credit_note_id, position, invoice_id, invoice_position, description, quantity_hundredths,
        unit_fils, vat_percent, gross_fils, vat_fils)
      VALUES (${noteId}, 1, ${id}, 1, 'Work', 100, ${part}, 0, ${part}, 0)`.execute(trx);
    await sql`INSERT INTO credit_entries (customer_id, amount_fils, credit_note_id, at)
      VALUES (${customerId}, ${part}, ${noteId}, ${now})`.execute(trx);
  });
}

describe("documents that keep failing", () => {
  it("lists an invoice after five failed attempts and runs its job again on request", async () => {
    const now = new Date("2026-12-01T08:00:00Z");
    const ctx = officeCtx(database.db, now);
    const { id: invoiceId, reference } = await createIssuedInvoice(ctx, customerId, 100_00);
    const { trailId } = await database.db
      .selectFrom("trail")
      .select("id as trailId")
      .where("subjectId", "=", invoiceId)
      .where("type", "=", "invoice.issued")
      .executeTakeFirstOrThrow();
    const failed = (attempts: number) => ({
      ...{ trailId, reaction: `test ${attempts}`, event: "{}", attempts },
      ...(attempts === 100 && { state: "failed" as const, dueAt: null, endedAt: now }),
    });
    const stuck = async () => (await getMoneyToday(ctx)).stuckDocuments;
    await database.db.insertInto("reactionJobs").values(failed(4)).execute();
    expect(await stuck()).toEqual([]);
    await database.db
      .insertInto("reactionJobs")
      .values([failed(5), failed(100)])
      .execute();
    expect(await stuck()).toEqual([{ kind: "invoice", id: invoiceId, reference }]);
    expect(await retryStuckDocuments(ctx)).toEqual({ ok: true });
    expect(await stuck()).toEqual([]);
    const jobs = await database.db
      .selectFrom("reactionJobs")
      .select(["state", "attempts"])
      .where("trailId", "=", trailId)
      .where("reaction", "like", "test %")
      .orderBy("reaction")
      .execute();
    expect(jobs).toEqual([0, 4, 0].map((attempts) => ({ state: "waiting", attempts })));
  });
});
