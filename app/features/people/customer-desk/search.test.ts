import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, createCaller } from "../../../../test/harness/company/booking-caller";
import { isCustomerMatching } from "../../core/customers/search.server";
import { matchesBooking } from "../../operations/bookings/list/search.server";

/** Search input during a phone call. */

let caller: Caller;
let admin: Record<string, string>;
let reference: string;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
  const pathFor = {
    street: "Sheikh Zayed Road",
    buildingName: "Latifa Tower",
    unitNumber: "1204",
    area: "Trade Centre",
  };
  ({ reference } = await caller.book({
    customerName: "Rania Aziz",
    email: "rania@example.com",
    phone: "0508887766",
    addressParts: { ...pathFor, landmark: "" },
  }));
  await caller.book({ customerName: "Zainab Qasim", phone: "045559988" });
});
afterAll(() => caller.close());

const get = async (path: string) => (await caller.call("GET", path, undefined, admin)).body;
const found = async (typed: string) => {
  const search = encodeURIComponent(typed);
  const [bookings, customers, searchResults] = await Promise.all([
    get(`/api/admin/bookings?search=${search}`),
    get(`/api/admin/customers?search=${search}`),
    get(`/api/admin/customer-lookup?search=${search}`),
  ]);
  return {
    bookings: bookings.bookings.map(({ customerName }: { customerName: string }) => customerName),
    customers: customers.customers.map(({ name }: { name: string }) => name),
    lookup: searchResults.customers.map(({ name }: { name: string }) => name),
  };
};

describe("customer search in the office", () => {
  it.each([
    "latifa tower",
    "Zayed Road",
    "0508887766",
    "050 888 77",
    "971508887766",
    "00971 50 888 7766",
    "+971 (0)50 888",
    "7766",
  ])("finds a customer and their booking by %s", async (typed) => {
    expect(await found(typed)).toEqual({
      bookings: ["Rania Aziz"],
      customers: ["Rania Aziz"],
      lookup: ["Rania Aziz"],
    });
  });

  it.each(["04 555 9988", "00971 4 555 9988"])("finds a landline by %s", async (typed) => {
    expect((await found(typed)).customers).toEqual(["Zainab Qasim"]);
  });

  it("matches each word anywhere in contact and addresses, those of merged customers included", async () => {
    const { rows } = await sql<{ id: string; former: string }>`
      WITH kept AS (INSERT INTO customers (name, phone, created_at) VALUES ('Fatima Noor', '+971502223344', now()) RETURNING id),
        former AS (INSERT INTO customers (name, email, created_at, merged_into, merged_at)
          SELECT 'Fatoum', 'fatoum@example.com', now(), id, now() FROM kept RETURNING id),
        homes AS (INSERT INTO properties (customer_id, street, area, makani, created_at)
          SELECT id, street, area, makani, now() FROM kept, (VALUES ('Street 12', 'Al Barsha', '3012345678'), ('Palm Drive', 'Mirdif', NULL))
            AS homes (street, area, makani))
      SELECT kept.id, former.id AS former FROM kept, former`.execute(caller.db);
    const { id, former } = rows[0]!;
    const isFound = async (typed: string) => (await found(typed)).customers.includes("Fatima Noor");
    for (const typed of [
      "noor albarsha 12",
      "fatima mirdif barsha",
      "fatoum 050 222 3344 palm",
      "3012345678 fatima",
    ]) {
      expect([typed, await isFound(typed)]).toEqual([typed, true]);
    }
    expect(await isFound("fatima jumeirah")).toBe(false);
    await sql`UPDATE properties SET area = 'Jumeirah' WHERE customer_id = ${id} AND area = 'Mirdif'`.execute(
      caller.db,
    );
    await sql`UPDATE customers SET name = 'Erased', email = NULL WHERE id = ${former}`.execute(caller.db);
    expect(await isFound("fatima jumeirah")).toBe(true);
    expect(await isFound("fatima mirdif")).toBe(false);
    expect(await isFound("fatoum")).toBe(false);
    await sql`DELETE FROM properties WHERE customer_id = ${id}`.execute(caller.db);
    expect(await isFound("fatima jumeirah")).toBe(false);
  });

  it("matches part of a reference", async () => {
    expect((await found(reference.slice(3))).bookings).toEqual(["Rania Aziz"]);
  });

  it.each([
    (typed: string) => typed,
    (typed: string) => typed.toLowerCase().replaceAll("-", " "),
    (typed: string) => `\u2068${typed.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)]!)}\u2069`,
  ])("finds the customer by the reference of a booking in any spelling, case %#", async (spell) => {
    expect(await found(spell(reference))).toMatchObject({
      bookings: ["Rania Aziz"],
      customers: ["Rania Aziz"],
    });
  });

  it("reads days and digits of the address as typed or pasted", async () => {
    const bookings = async (query: string) => (await get(`/api/admin/bookings?${query}`)).bookings;
    const asTyped = await bookings(
      "dates=received&limit=%D9%A1&from=%E2%80%8F2026-11-01&to=%D9%A2%D9%A0%D9%A2%D9%A7-01-01%E2%80%8E",
    );
    expect(asTyped).toEqual(await bookings("dates=received&limit=1&from=2026-11-01&to=2027-01-01"));
    expect(asTyped).toHaveLength(1);
  });

  it("uses indexes instead of sequential scans", async () => {
    await sql`INSERT INTO customers (name, created_at) SELECT 'Tenant ' || n, now() - interval '1 year'
      FROM generate_series(1, 3000) AS n`.execute(caller.db);
    await sql`VACUUM ANALYZE customers`.execute(caller.db);
    const plan = await caller.db.transaction().execute(async (db) => {
      // Small tables are scanned anyway, so sequential scans are disabled to see whether an index applies.
      await sql`SET LOCAL enable_seqscan = off`.execute(db);
      const bookings = db.selectFrom("bookings").select("id").where(matchesBooking("00971 50 888"));
      const customers =
        await sql`EXPLAIN SELECT FROM customers WHERE ${isCustomerMatching("Latifa")}`.execute(db);
      return JSON.stringify([await bookings.explain(), customers.rows]);
    });
    for (const index of [
      "bookings_search_idx",
      "customers_search_idx",
      "customers_sound_idx",
      "properties_sound_idx",
    ]) {
      expect(plan).toContain(`Bitmap Index Scan on ${index}`);
    }
    expect(plan).not.toContain("Seq Scan");
  });
});

describe("search for a common word", () => {
  it("fills each page with the newest matches until the last one", async () => {
    await sql`INSERT INTO customers (name, created_at)
      SELECT 'Lulwa ' || n, now() - n * interval '1 minute' FROM generate_series(1, 1150) AS n`.execute(
      caller.db,
    );
    // Older than the thousand newest that are scanned first.
    await sql`INSERT INTO customers (name, created_at) VALUES ('Rare Lulwah', now() - interval '3 days')`.execute(
      caller.db,
    );
    const names: string[] = [];
    let cursor = "";
    for (let page = 0; page < 20 && cursor !== null; page++) {
      const body = await get(
        `/api/admin/customers?search=Lulwa&limit=100&cursor=${encodeURIComponent(cursor)}`,
      );
      names.push(...body.customers.map(({ name }: { name: string }) => name));
      cursor = body.nextCursor;
    }
    expect(names).toEqual([...Array.from({ length: 1150 }, (_, n) => `Lulwa ${n + 1}`), "Rare Lulwah"]);
    expect((await get("/api/admin/customers?search=Rare")).customers).toMatchObject([
      { name: "Rare Lulwah" },
    ]);
  });
});
