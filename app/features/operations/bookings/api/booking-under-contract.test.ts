import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createActiveContract } from "../../../../../test/harness/company/active-contract";
import { type Caller, createCaller, TOMORROW } from "../../../../../test/harness/company/booking-caller";
import { loadRemainingEntitlements } from "../../../core/packages/entitlements/entitlement-uses.server";

/** Bookings of properties under contract: price, entitlement use, release and visibility. */

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
  await caller.addTechnician("Omar Saleh");
  await caller.addTechnician("Sara Haddad");
});
afterAll(() => caller.close());

let homes = 0;
/** A signed-in customer with a property under contract. */
async function createCustomerUnderContract(packageId: string) {
  homes++;
  const user = {
    email: `home.${homes}@example.com`,
    password: "a password of a customer",
    role: "customer" as const,
  };
  await caller.addUser(user);
  const headers = { Cookie: await caller.signIn(user) };
  const addressParts = {
    ...{ street: `Home Street ${homes}`, buildingName: "", unitNumber: "", area: "Jumeirah", landmark: "" },
  };
  const phone = `05099900${String(homes).padStart(2, "0")}`;
  const request = { addressParts, phone, email: user.email };
  const first = await caller.book({ ...request, service: "free-survey" }, headers);
  const { propertyId } = await caller.db
    .selectFrom("bookings")
    .select("propertyId")
    .where("id", "=", first.bookingId)
    .executeTakeFirstOrThrow();
  const contractId = await createActiveContract(caller.db, {
    ...{ propertyId: propertyId!, packageId, startsOn: "2026-11-01", endsOn: "2027-10-31" },
  });
  const book = (changes: Record<string, unknown>) => caller.book({ ...request, ...changes }, headers);
  const left = async () => (await loadRemainingEntitlements(caller.ctx(), [contractId])).get(contractId);
  return { contractId, headers, request, book, left };
}

const items = (...chosen: [service: string, item: string, quantity: number][]) =>
  chosen.map(([service, item, quantity]) => ({ service, item, quantity }));
const detail = async (id: string) =>
  (await caller.call("GET", `/api/admin/bookings/${id}`, undefined, admin)).body.booking;
const correct = (id: string, body: Record<string, unknown>) =>
  caller.call("POST", `/api/admin/bookings/${id}/correct`, body, admin);
const coveredIn = (lines: { coveredFils: number }[]) => lines.map(({ coveredFils }) => coveredFils);

describe("booking under contract", () => {
  it("shows the contract to the office before booking and to the customer", async () => {
    const home = await createCustomerUnderContract("essential");
    const own = await caller.call("GET", "/api/account/covered-properties", undefined, home.headers);
    const { customerId } = await caller.db
      .selectFrom("contracts")
      .select("customerId")
      .where("id", "=", home.contractId)
      .executeTakeFirstOrThrow();
    const path = `/api/admin/customers/${customerId}/covered-properties`;
    const notice = await caller.call("GET", path, undefined, admin);
    expect(notice.body.properties).toHaveLength(1);
    expect(notice.body.properties).toEqual(own.body.properties);
    expect((await caller.call("GET", path, undefined, home.headers)).status).toBe(403);
  });

  it("covers the call-out, names the contract and reduces the remaining entitlement", async () => {
    const home = await createCustomerUnderContract("essential");
    const { booking, bookingId } = await home.book({ service: "plumbing", preferredDate: TOMORROW });
    expect(booking.estimateFils).toBe(0);
    expect(booking.lines).toMatchObject([
      {
        grossFils: 150_00,
        coveredFils: 150_00,
        contractId: home.contractId,
        contractReference: expect.stringMatching(/^AMC-/),
      },
    ]);
    expect(booking.contract).toMatchObject({ packageName: "Essential" });
    // As the customer's dashboard reads it for the next visit.
    const own = await caller.call("GET", `/api/bookings/${booking.reference}`, undefined, home.headers);
    expect(own.body.booking.contract).toEqual(booking.contract);
    const unpaid = await home.book({ service: "free-survey", preferredDate: TOMORROW });
    expect(unpaid.booking.contract).toEqual(booking.contract);
    expect(await home.left()).toEqual({ "call-out": 4, "handyman-hour": 0 });
    const { contract } = (
      await caller.call("GET", `/api/admin/bookings/${bookingId}/contract`, undefined, admin)
    ).body;
    expect(contract).toMatchObject({ id: home.contractId, entitlementKind: "call-out" });
  });

  it("releases the entitlement when cancelled", async () => {
    const home = await createCustomerUnderContract("essential");
    const { bookingId, booking } = await home.book({ service: "plumbing" });
    const body = { transition: "cancel", version: booking.version, reason: "Not needed" };
    const cancelled = await caller.call("POST", `/api/admin/bookings/${bookingId}/transitions`, body, admin);
    expect(cancelled.status).toBe(200);
    expect(await home.left()).toEqual({ "call-out": 5, "handyman-hour": 0 });
  });

  it("waives the emergency fee where the contract does, and covers call-out and hours of one visit", async () => {
    const home = await createCustomerUnderContract("premium");
    const emergency = await home.book({ service: "emergency", trade: "plumbing" });
    expect(emergency.booking.estimateFils).toBe(0);
    expect(coveredIn(emergency.booking.lines)).toEqual([150_00, 75_00]);
    const both = await home.book({
      service: "plumbing",
      items: items(["plumbing", "call-out", 3], ["handyman", "hour", 2]),
    });
    expect(coveredIn(both.booking.lines)).toEqual([300_00, 240_00]);
    expect(both.booking.estimateFils).toBe(150_00);
    expect(await home.left()).toEqual({ "call-out": null, "handyman-hour": 6 });
  });

  it("shows the remaining entitlement in the form to its customer only", async () => {
    const home = await createCustomerUnderContract("essential");
    const { body } = await caller.call("GET", "/api/account/covered-properties", undefined, home.headers);
    expect(body.properties).toMatchObject([
      {
        contractId: home.contractId,
        address: { street: home.request.addressParts.street },
        remaining: { "call-out": 5 },
      },
    ]);
    const other = await createCustomerUnderContract("essential");
    const others = await caller.call("GET", "/api/account/covered-properties", undefined, other.headers);
    expect(others.body.properties).toHaveLength(1);
    expect((await caller.call("GET", "/api/account/covered-properties")).status).toBe(401);
  });

  it("does not cover guests who type the phone and address, unless the office applies the contract", async () => {
    const home = await createCustomerUnderContract("essential");
    await caller.db
      .updateTable("customers")
      .set({ phone: "+971509990099" })
      .where("phone", "=", `+97150999${String(homes).padStart(4, "0")}`)
      .execute();
    const stranger = await caller.book({
      ...home.request,
      phone: "0509990099",
      email: "stranger@example.com",
      service: "plumbing",
    });
    expect(stranger.booking).toMatchObject({ estimateFils: 150_00, contract: null });
    expect(coveredIn(stranger.booking.lines)).toEqual([0]);
    const paid = await correct(stranger.bookingId, { version: 1, contract: true });
    expect(paid.status).toBe(200);
    expect(paid.body.booking).toMatchObject({ estimateFils: 0, lines: [{ coveredFils: 150_00 }] });
    expect(await home.left()).toMatchObject({ "call-out": 4 });
    const charged = await correct(stranger.bookingId, { version: 2, contract: false });
    expect(charged.body.booking).toMatchObject({ estimateFils: 150_00, lines: [{ coveredFils: 0 }] });
    expect(await home.left()).toMatchObject({ "call-out": 5 });
    // Later corrections keep this decision.
    const longer = await correct(stranger.bookingId, {
      version: 3,
      items: items(["plumbing", "call-out", 2]),
    });
    expect(longer.body.booking).toMatchObject({ estimateFils: 300_00 });
  });

  it("updates the covered amount after corrections and after a move to a property without a contract", async () => {
    const home = await createCustomerUnderContract("essential");
    const { bookingId } = await home.book({ service: "plumbing" });
    const longer = await correct(bookingId, { version: 1, items: items(["plumbing", "call-out", 2]) });
    expect(longer.body.booking).toMatchObject({ estimateFils: 150_00, lines: [{ coveredFils: 150_00 }] });
    expect(await home.left()).toMatchObject({ "call-out": 4 });
    const addressParts = { ...home.request.addressParts, street: "Elsewhere 1" };
    const moved = await correct(bookingId, { version: 2, addressParts });
    expect(moved.body.booking).toMatchObject({ estimateFils: 300_00, lines: [{ coveredFils: 0 }] });
    expect(await home.left()).toMatchObject({ "call-out": 5 });
  });

  it("covers only one of several concurrent bookings with the last call-out", async () => {
    const home = await createCustomerUnderContract("essential");
    for (let count = 0; count < 3; count++) {
      await caller.db.deleteFrom("rateLimits").execute();
      await home.book({ service: "electrical", preferredDate: `2026-12-0${count + 1}` });
    }
    await caller.db.deleteFrom("rateLimits").execute();
    const bodies = await Promise.all(
      ["plumbing", "hvac", "electrical"].map((service) => caller.form({ ...home.request, service })),
    );
    const answers = await Promise.all(
      bodies.map((body) => caller.call("POST", "/api/handle-booking", body, home.headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const prices = answers.map(({ body }) => body.booking.estimateFils).sort((a, b) => a - b);
    expect(prices).toEqual([0, 0, 150_00]);
    expect(await home.left()).toMatchObject({ "call-out": 0 });
  });

  it("rejects coverage above the line's price or without a contract in the database", async () => {
    const home = await createCustomerUnderContract("essential");
    const { bookingId } = await home.book({ service: "plumbing" });
    const insert = (fils: number, contract: string | null) =>
      sql`INSERT INTO booking_lines (booking_id, position, kind, service_id, price_id, item, name, mode, unit, quantity, unit_fils, next_hour_fils, gross_fils, covered_fils, contract_id)
        SELECT booking_id, 9, kind, service_id, price_id, item, name, mode, unit, quantity, unit_fils, next_hour_fils, gross_fils, ${fils}, ${contract}::uuid
        FROM booking_lines WHERE booking_id = ${bookingId}`.execute(caller.db);
    await expect(insert(150_01, home.contractId)).rejects.toThrow(/booking_lines_covered_limit_check/);
    await expect(insert(1, null)).rejects.toThrow(/booking_lines_covered_contract_check/);
  });
});

async function version(id: string): Promise<number> {
  return (await detail(id)).version;
}

describe("invoice and quote under contract", () => {
  it("deducts the contract's share under its name", async () => {
    const home = await createCustomerUnderContract("essential");
    const { bookingId } = await home.book({ service: "plumbing", items: items(["plumbing", "call-out", 2]) });
    const { status, body } = await caller.call("POST", `/api/admin/bookings/${bookingId}/quotes`, {}, admin);
    expect(status).toBe(201);
    const quotes = await caller.db
      .selectFrom("quoteRevisions")
      .select(["discountKind", "discount"])
      .where("quoteId", "=", body.quote?.id ?? body.id)
      .execute();
    expect(quotes).toEqual([{ discountKind: "amount", discount: 150_00 }]);
    const confirm = { transition: "confirm", version: await version(bookingId) };
    expect(
      (await caller.call("POST", `/api/admin/bookings/${bookingId}/transitions`, confirm, admin)).status,
    ).toBe(200);
    const drafted = await caller.call("POST", "/api/admin/invoices/drafts", { bookingId }, admin);
    expect(drafted.status).toBe(200);
    const { invoice } = (
      await caller.call(
        "GET",
        `/api/admin/invoices/${drafted.body.invoice?.id ?? drafted.body.id}`,
        undefined,
        admin,
      )
    ).body;
    expect(invoice.lines).toMatchObject([
      { description: expect.stringMatching(/under contract AMC-/), discountFils: 150_00, grossFils: 150_00 },
    ]);
  });

  it("keeps the parts discount of the property's contract from quote to invoice", async () => {
    const home = await createCustomerUnderContract("plus");
    const { bookingId } = await home.book({ service: "plumbing", items: items(["plumbing", "call-out", 2]) });
    const started = await caller.call("POST", `/api/admin/bookings/${bookingId}/quotes`, {}, admin);
    const quoteId = started.body.quote?.id ?? started.body.id;
    const quoteNow = async () =>
      (await caller.call("GET", `/api/admin/quotes/${quoteId}`, undefined, admin)).body.quote;
    const quote = await quoteNow();
    const place = quote.customer.properties.find(({ id }: { id: string }) => id === quote.propertyId);
    expect(place.parts).toMatchObject({
      ...{ contractId: home.contractId, partsDiscount: 10, partsIncludedFils: null },
    });
    const {
      number: _n,
      sentAt: _s,
      answers: _a,
      depositRule: _d,
      partsUnder: _p,
      ...drafted
    } = quote.versions[0];
    const part = {
      ...{ section: "", description: "Pump", quantityHundredths: 200, unit: "", unitFils: 300_00 },
      ...{ optional: false, partContractId: home.contractId, discountFils: 60_00 },
    };
    const save = async (changes: object) =>
      caller.call(
        "POST",
        `/api/admin/quotes/${quoteId}/draft`,
        {
          ...{ ...drafted, serviceId: quote.serviceId, propertyId: quote.propertyId },
          ...{ version: (await quoteNow()).version, lines: [...drafted.lines, part], ...changes },
        },
        admin,
      );
    // Only the contract of this property applies, up to the part's price.
    const stranger = await createCustomerUnderContract("plus");
    const others = { ...part, partContractId: stranger.contractId };
    expect((await save({ lines: [others] })).status).toBe(404);
    expect((await save({ lines: [{ ...part, discountFils: 600_01 }] })).status).toBe(400);
    expect((await save({ lines: [{ ...part, partContractId: null }] })).status).toBe(400);
    expect((await save({})).status).toBe(200);
    // 2 h at 150.00, of which the contract pays the first, and 600.00 less 10%.
    expect(await quoteNow()).toMatchObject({
      totalFils: 690_00,
      versions: [{ partsUnder: place.parts.reference }],
    });

    const sent = await caller.call(
      "POST",
      `/api/admin/quotes/${quoteId}/send`,
      { version: (await quoteNow()).version, channel: "link" },
      admin,
    );
    expect(sent.status).toBe(200);
    const signed = await caller.call(
      "POST",
      `/api/quotes/${quote.reference}/approve`,
      { revision: 1, name: "Noura", chosenPositions: [] },
      home.headers,
    );
    expect(signed.status).toBe(200);
    const draftResponse = await caller.call("POST", "/api/admin/invoices/drafts", { quoteId }, admin);
    const invoiceId = draftResponse.body.invoice?.id ?? draftResponse.body.id;
    const invoiceNow = async () =>
      (await caller.call("GET", `/api/admin/invoices/${invoiceId}`, undefined, admin)).body.invoice;
    const draft = await invoiceNow();
    expect(draft).toMatchObject({ totalFils: 690_00, parts: { contractId: home.contractId } });
    const partLine = draft.lines.find(({ description }: { description: string }) => description === "Pump");
    expect(partLine).toMatchObject({ partContractId: home.contractId });
    const issued = await caller.call(
      "POST",
      `/api/admin/invoices/${invoiceId}/issue`,
      { version: draft.version },
      admin,
    );
    expect(issued.status).toBe(200);
    expect((await invoiceNow()).lines).toContainEqual(
      expect.objectContaining({
        description: `Pump, under contract ${place.parts.reference}`,
        ...{ discountFils: partLine.discountFils, partContractId: home.contractId },
      }),
    );
  });
});
