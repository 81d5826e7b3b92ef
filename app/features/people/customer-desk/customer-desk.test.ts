import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";
import { officeCtx } from "../../../../test/harness/company/company";
import { readTrail } from "../../../../test/harness/company/trail";
import { localeOfRecipient } from "../../oversight/notifications/email/recipient-locale.server";

/** Customers in the office: list, detail, notes, merging. */

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  await caller.addTechnician("Omar Saleh");
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());

const get = (path: string, as = admin) => caller.call("GET", `/api/admin/customers${path}`, undefined, as);
const post = (path: string, body: unknown, as = admin) =>
  caller.call("POST", `/api/admin/customers${path}`, body, as);
const detail = async (id: string) => (await get(`/${id}`)).body.customer;

/** Customer id of a booking. */
async function customerOf(bookingId: string): Promise<string> {
  const { body } = await caller.call("GET", `/api/admin/bookings/${bookingId}`, undefined, admin);
  return body.booking.customerId;
}

const home = {
  street: "Al Marsa Street",
  buildingName: "Diamond 4",
  unitNumber: "1203",
  area: "Dubai Marina",
};
let numbers = 0;

/** Two records with the same email and a common address. */
async function createDuplicates() {
  numbers += 2;
  const email = `twice.${numbers}@example.com`;
  const phone = (number: number) => `05022200${String(number).padStart(2, "0")}`;
  const first = await caller.book({ email, phone: phone(numbers), addressParts: { ...home, landmark: "" } });
  const second = await caller.book({
    email,
    phone: phone(numbers + 1),
    addressParts: { ...home, landmark: "Tram" },
  });
  const third = await caller.book({
    email,
    phone: phone(numbers + 1),
    addressParts: { ...home, street: "Other Street" },
  });
  return {
    email,
    phones: [phone(numbers), phone(numbers + 1)] as const,
    bookings: [first.bookingId, second.bookingId, third.bookingId] as const,
    kept: await customerOf(first.bookingId),
    merged: await customerOf(second.bookingId),
  };
}

const merge = (kept: string, merged: string, versions = { kept: 1, merged: 1 }) =>
  post(`/${kept}/merge`, { version: versions.kept, merged: { id: merged, version: versions.merged } });

/** Creates an account with its own record, or for this one. */
async function withAccount(
  customerId?: string,
): Promise<{ customerId: string; cookie: string; userId: string }> {
  const user = { email: `account.${randomUUID()}@example.com`, password: "a password of a customer" };
  const userId = await caller.addUser(user);
  const { id } = customerId
    ? await caller.db
        .updateTable("customers")
        .set({ userId, email: user.email })
        .where("id", "=", customerId)
        .returning("id")
        .executeTakeFirstOrThrow()
    : await caller.db
        .insertInto("customers")
        .values({ userId, name: "With Account", email: user.email, phone: null, createdAt: NOW })
        .returning("id")
        .executeTakeFirstOrThrow();
  return { customerId: id, cookie: await caller.signIn(user), userId };
}

describe("customer list", () => {
  it("finds customers by name, phone and email, newest first, page by page, with duplicate flags", async () => {
    for (const [index, name] of ["Amal Noor", "Basim Noor", "Celine Noor"].entries()) {
      vi.setSystemTime(NOW.getTime() + index * 1000);
      await caller.book({
        customerName: name,
        email: `noor.${index}@example.com`,
        phone: `05033300${index}0`,
        addressParts: { ...home, area: "Mirdif" },
      });
    }
    vi.setSystemTime(NOW);
    const namesOf = async (query: string) =>
      (await get(`?${query}`)).body.customers.map(({ name }: { name: string }) => name);
    expect(await namesOf("search=noor")).toEqual(["Celine Noor", "Basim Noor", "Amal Noor"]);
    expect(await namesOf("search=050 333 0010")).toEqual(["Basim Noor"]);
    expect(await namesOf("search=noor.2@")).toEqual(["Celine Noor"]);
    const first = (await get("?search=noor&limit=2")).body;
    const second = (await get(`?search=noor&limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.customers, ...second.customers]).toHaveLength(3);
    expect(second.nextCursor).toBeNull();
    expect(second.customers).toEqual([
      {
        id: expect.any(String),
        version: 1,
        name: "Amal Noor",
        phone: "+971503330000",
        email: "noor.0@example.com",
        account: false,
        bookingCount: 1,
        area: "Mirdif",
        lastBookingAt: NOW.toISOString(),
        hasDuplicate: false,
      },
    ]);
    const { kept, merged } = await createDuplicates();
    const duplicates = (await get("?duplicates=yes")).body.customers.map(({ id }: { id: string }) => id);
    expect(duplicates.sort()).toEqual([kept, merged].sort());
  });

  it("sorts customers by name in both directions without repeats across pages and refuses unknown orders", async () => {
    for (const [at, customerName] of ["zayed Last", "Abbas First", "abbas Second"].entries()) {
      await caller.book({ customerName, email: `sorted.${at}@example.com`, phone: `050777000${at}` });
    }
    const whole = (await get("?limit=100")).body.customers as { name: string }[];
    const sorted = whole.map(({ name }) => name.toLowerCase()).toSorted();
    async function listAllPages(sort: string) {
      const names: string[] = [];
      let cursor = "";
      do {
        const { body } = await get(`?sort=${sort}&limit=2&cursor=${cursor}`);
        names.push(...body.customers.map(({ name }: { name: string }) => name.toLowerCase()));
        cursor = body.nextCursor ?? "";
      } while (cursor);
      return names;
    }
    expect(await listAllPages("name")).toEqual(sorted);
    expect(await listAllPages("-name")).toEqual(sorted.toReversed());
    expect((await get("?sort=phone")).status).toBe(400);
  });

  it("requires an office role to list customers", async () => {
    const { cookie, customerId } = await withAccount();
    const before = await caller.contents();
    for (const [status, as] of [
      [401, {}],
      [403, { Cookie: cookie }],
    ] as const) {
      expect((await get("", as)).status).toBe(status);
      expect((await get(`/${customerId}`, as)).status).toBe(status);
      expect((await post(`/${customerId}/notes`, { text: "Hi" }, as)).status).toBe(status);
      expect((await post(`/${customerId}/merge`, {}, as)).status).toBe(status);
    }
    expect(await caller.contents()).toEqual(before);
  });
});

describe("customer note", () => {
  it("stores a customer note with its author and refuses empty notes and unknown customers", async () => {
    const { kept } = await createDuplicates();
    const { status, body } = await post(`/${kept}/notes`, { text: " Calls after six " });
    expect(status).toBe(200);
    expect(body.customer.notes).toEqual([
      {
        id: expect.any(Number),
        text: "Calls after six",
        author: "Test admin",
        at: NOW.toISOString(),
        forTechnician: false,
      },
    ]);
    expect((await post(`/${kept}/notes`, { text: " " })).body.reason).toBe("text-required");
    expect((await post(`/${randomUUID()}/notes`, { text: "Who?" })).status).toBe(404);
    expect((await get("/nobody")).status).toBe(404);
  });
});

describe("merging customers", () => {
  it("moves bookings, addresses and notes, redirects, and matches both phones", async () => {
    const { kept, merged, phones, email, bookings } = await createDuplicates();
    await post(`/${merged}/notes`, { text: "The same as before" });
    const before = await detail(kept);
    expect(before.duplicates).toMatchObject([
      { id: merged, matchedFields: ["email"], bookingCount: 2, account: false },
    ]);

    const { status, body } = await merge(kept, merged);
    expect(status).toBe(200);
    expect(body.customer).toMatchObject({ id: kept, version: 2, bookingCount: 3, duplicates: [], email });
    expect(body.customer.notes).toMatchObject([{ text: "The same as before" }]);
    expect(body.customer.merged).toMatchObject([{ id: merged, at: NOW.toISOString() }]);
    const streets = body.customer.properties.map(
      ({ address }: { address: { street: string; landmark: string } }) => [address.street, address.landmark],
    );
    expect(streets.sort()).toEqual([
      ["Al Marsa Street", "Tram"],
      ["Other Street", ""],
    ]);
    for (const bookingId of bookings) expect(await customerOf(bookingId)).toBe(kept);
    // A bookmarked address redirects.
    expect((await get(`/${merged}`)).body.customer.id).toBe(kept);
    const again = await caller.book({ phone: phones[1] });
    expect(await customerOf(again.bookingId)).toBe(kept);
    const [entry] = await readTrail(caller.db, { type: "customer.merged", subjectId: kept });
    expect(entry?.data).toEqual({
      ...{ mergedId: merged, bookings: 2, properties: 2 },
      ...{ contracts: 0, quotes: 0, invoices: 0, payments: 0 },
    });
  });

  it("finds the kept customer by the phone and email of the merged one", async () => {
    const customer = async (changes: Record<string, unknown>) =>
      customerOf((await caller.book(changes)).bookingId);
    const kept = await customer({ phone: "0502221001", email: "kept@example.com" });
    const merged = await customer({ phone: "0502221002", email: "went@example.com" });
    await merge(kept, merged);
    for (const typed of ["00971 50 222 1002", "went@example.com"]) {
      const search = encodeURIComponent(typed);
      expect((await get(`?search=${search}`)).body.customers).toMatchObject([{ id: kept }]);
      const searchResults = await caller.call(
        "GET",
        `/api/admin/customer-lookup?search=${search}`,
        undefined,
        admin,
      );
      expect(searchResults.body.customers).toMatchObject([{ id: kept }]);
    }
    expect((await detail(kept)).merged).toMatchObject([
      { phone: "+971502221002", email: "went@example.com" },
    ]);
    // A number reassigned since belongs to its new owner.
    const other = await customer({ phone: "0502221003" });
    await post(`/${other}/edit`, {
      version: 1,
      name: "New Owner",
      phone: "0502221002",
      allowDuplicate: true,
    });
    expect(await customer({ phone: "0502221002" })).toBe(other);
    // Both records show each other as possible duplicates.
    expect((await detail(kept)).duplicates).toMatchObject([{ id: other, matchedFields: ["phone"] }]);
    expect((await detail(other)).duplicates).toMatchObject([{ id: kept, matchedFields: ["phone"] }]);
    const duplicates = (await get("?duplicates=yes&limit=100")).body.customers.map(
      ({ id }: { id: string }) => id,
    );
    expect(duplicates).toEqual(expect.arrayContaining([kept, other]));
    expect(duplicates).not.toContain(merged);
  });

  it("does not flag a record as its own duplicate", async () => {
    const { kept, merged } = await createDuplicates();
    await merge(kept, merged);
    expect((await detail(kept)).duplicates).toEqual([]);
    const duplicates = (await get("?duplicates=yes&limit=100")).body.customers.map(
      ({ id }: { id: string }) => id,
    );
    expect(duplicates).not.toContain(kept);
  });

  it("redirects a customer's address across several merges", async () => {
    const one = await createDuplicates();
    const two = await createDuplicates();
    await merge(one.kept, one.merged);
    await merge(two.kept, one.kept, { kept: 1, merged: 2 });
    expect((await get(`/${one.merged}`)).body.customer.id).toBe(two.kept);
  });

  it("moves the account of the merged record and shows everything in it", async () => {
    const { kept, merged, bookings } = await createDuplicates();
    const { cookie, userId } = await withAccount(merged);
    expect((await merge(kept, merged)).body.customer.account).toBe(true);
    const rows = await caller.db
      .selectFrom("bookings")
      .select("userId")
      .where("id", "in", [...bookings])
      .execute();
    expect(rows).toEqual(bookings.map(() => ({ userId })));
    const own = await caller.call("GET", "/api/account/bookings", undefined, { Cookie: cookie });
    expect(own.body.bookings).toHaveLength(3);
    const emails = await caller.db
      .selectFrom("customers")
      .innerJoin("users", "users.id", "customers.userId")
      .select(["customers.email", "users.email as accountEmail"])
      .where("customers.id", "=", kept)
      .executeTakeFirstOrThrow();
    expect(emails.email).toBe(emails.accountEmail);
  });

  it("refuses to merge two accounts, a stale version, the same record, a merged record and unknown ids", async () => {
    const { kept, merged } = await createDuplicates();
    const other = await createDuplicates();
    await withAccount(kept);
    const ownForms = await withAccount(other.kept);
    await merge(other.kept, other.merged);
    const before = await caller.contents();
    const results = [
      await merge(kept, ownForms.customerId, { kept: 1, merged: 2 }),
      await merge(kept, merged, { kept: 2, merged: 1 }),
      await merge(kept, merged, { kept: 1, merged: 2 }),
      await merge(kept, kept),
      await merge(kept, other.merged, { kept: 1, merged: 2 }),
      await merge(kept, randomUUID()),
    ].map(({ status, body }) => [status, body.reason]);
    expect(results).toEqual([
      [409, "two-accounts"],
      [409, "stale"],
      [409, "stale"],
      [409, "same"],
      [409, "merged"],
      [404, "not-found"],
    ]);
    expect(await caller.contents()).toEqual(before);
  });

  it("keeps bookings made concurrently with the merged phone", async () => {
    const { kept, merged, phones } = await createDuplicates();
    const forms = await Promise.all([1, 2, 3, 4].map(() => caller.form({ phone: phones[1] })));
    const [answer, ...booked] = await Promise.all([
      merge(kept, merged),
      ...forms.map((form) => caller.call("POST", "/api/handle-booking", form)),
    ]);
    expect(answer?.status).toBe(200);
    for (const { status, body } of booked) {
      expect(status).toBe(200);
      expect(await customerOf(body.bookingId)).toBe(kept);
    }
  });
});

describe("correcting a customer", () => {
  const edit = (id: string, body: object, as = admin) => post(`/${id}/edit`, body, as);
  const booked = async (changes: object) => customerOf((await caller.book({ ...changes })).bookingId);

  it("changes name, phone and email, records the old values, and matches the new phone", async () => {
    const id = await booked({ customerName: "Rima Saad", email: "rima@example.com", phone: "0506660001" });
    const { status, body } = await edit(id, {
      version: 1,
      name: "Rima Saade",
      phone: "050 666 0002",
      email: "",
    });
    expect(status).toBe(200);
    expect(body.customer).toMatchObject({
      version: 2,
      name: "Rima Saade",
      phone: "+971506660002",
      email: null,
      edits: [
        {
          before: { name: "Rima Saad", phone: "+971506660001", email: "rima@example.com" },
          after: { name: "Rima Saade", phone: "+971506660002", email: null },
          author: "Test admin",
        },
      ],
    });
    expect(await booked({ phone: "0506660002" })).toBe(id);
    expect(await booked({ phone: "0506660001" })).not.toBe(id);
  });

  it("names the customer with the same phone and saves after confirmation", async () => {
    const other = await booked({ customerName: "Lina Aziz", phone: "0506660003" });
    const id = await booked({ customerName: "Nadia Aziz", phone: "0506660004" });
    const typed = { version: 1, name: "Nadia Aziz", phone: "0506660003", email: "" };
    const refused = await edit(id, typed);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        reason: "duplicates",
        duplicates: [{ id: other, version: 1, name: "Lina Aziz", matchedFields: ["phone"] }],
      },
    });
    expect((await detail(id)).version).toBe(1);
    expect((await edit(id, { ...typed, allowDuplicate: true })).body.customer).toMatchObject({
      version: 2,
      phone: "+971506660003",
      duplicates: [{ id: other }],
    });
    // An unchanged duplicate is not asked about again.
    expect((await edit(id, { ...typed, version: 2, name: "Nadia K. Aziz" })).status).toBe(200);
  });

  it("refuses invalid contact values, a stale version, an account's email, a merged record and other roles", async () => {
    const { customerId, cookie } = await withAccount();
    const { kept, merged } = await createDuplicates();
    const other = await detail(kept);
    const contact = { name: "With Account", phone: "0506660005" };
    const before = await caller.contents();
    expect(await edit(kept, { version: 1, name: "7", phone: "12", email: "x" })).toMatchObject({
      status: 400,
      body: { errors: { name: expect.any(String), phone: expect.any(String), email: expect.any(String) } },
    });
    expect(await edit(kept, { version: 1, name: "Nobody", phone: "", email: "" })).toMatchObject({
      body: { errors: { phone: "Enter a phone number or an email" } },
    });
    expect(await edit(kept, { ...other, version: 9 })).toMatchObject({
      status: 409,
      body: { reason: "stale" },
    });
    expect(await edit(customerId, { ...contact, version: 1, email: "new@example.com" })).toMatchObject({
      status: 409,
      body: { reason: "account-email" },
    });
    expect((await edit(randomUUID(), { ...other, version: 1 })).status).toBe(404);
    expect((await edit(kept, { ...other, version: 1 }, { Cookie: cookie })).status).toBe(403);
    expect(await caller.contents()).toEqual(before);
    await merge(kept, merged);
    expect(await edit(merged, { ...other, version: 2 })).toMatchObject({
      status: 409,
      body: { reason: "merged" },
    });
  });
});

describe("language of a customer", () => {
  it("follows the account, otherwise the last booking", async () => {
    const { bookingId } = await caller.book({ email: "reader@example.com", phone: "0502229999" });
    const id = await customerOf(bookingId);
    expect((await detail(id)).language).toBe("en");
    await caller.db.updateTable("bookings").set({ language: "ar" }).where("id", "=", bookingId).execute();
    expect((await detail(id)).language).toBe("ar");
    const { id: userId } = await caller.db
      .selectFrom("users")
      .leftJoin("customers", "customers.userId", "users.id")
      .where("customers.id", "is", null)
      .select("users.id")
      .limit(1)
      .executeTakeFirstOrThrow();
    await caller.db
      .insertInto("profiles")
      .values({ userId, language: "en" })
      .onConflict((of) => of.column("userId").doUpdateSet({ language: "en" }))
      .execute();
    await caller.db.updateTable("customers").set({ userId }).where("id", "=", id).execute();
    expect((await detail(id)).language).toBe("en");
  });
});

describe("changing the language of a customer", () => {
  const setLanguage = (id: string, body: unknown, as = admin) => post(`/${id}/language`, body, as);

  it("applies to the records of a guest, to new bookings of the office and to emails, and is recorded", async () => {
    const email = "guest.reader@example.com";
    const { bookingId } = await caller.book({ email, phone: "0502229991" });
    const id = await customerOf(bookingId);
    const { status, body } = await setLanguage(id, { version: 1, language: "ar" });
    expect(status).toBe(200);
    expect(body.customer).toMatchObject({ version: 2, language: "ar" });
    const booking = await caller.call("GET", `/api/admin/bookings/${bookingId}`, undefined, admin);
    expect(booking.body.booking.language).toBe("ar");
    const { language } = await caller.db
      .selectFrom("bookings")
      .select("language")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    expect(language).toBe("ar");
    expect(await localeOfRecipient(officeCtx(caller.db), email, "en")).toBe("ar");
    const [entry] = await readTrail(caller.db, { type: "customer.language-changed", subjectId: id });
    expect(entry).toMatchObject({ before: { language: "en" }, after: { language: "ar" } });
  });

  it("changes the profile of a customer with an account", async () => {
    const { customerId, userId } = await withAccount();
    const { body } = await setLanguage(customerId, { version: 1, language: "ar" });
    expect(body.customer.language).toBe("ar");
    const profile = caller.db.selectFrom("profiles").select("language").where("userId", "=", userId);
    expect(await profile.executeTakeFirst()).toEqual({ language: "ar" });
  });

  it("refuses unknown languages, a stale version, a merged record, unknown ids and other roles", async () => {
    const { kept, merged } = await createDuplicates();
    const { cookie } = await withAccount();
    const arabic = { version: 1, language: "ar" };
    const before = await caller.contents();
    expect((await setLanguage(kept, { version: 1, language: "xx" })).status).toBe(400);
    expect((await setLanguage(kept, { ...arabic, version: 7 })).body.reason).toBe("stale");
    expect((await setLanguage(randomUUID(), arabic)).status).toBe(404);
    expect((await setLanguage(kept, arabic, { Cookie: cookie })).status).toBe(403);
    expect(await caller.contents()).toEqual(before);
    expect((await setLanguage(merged, arabic)).status).toBe(200);
    await merge(kept, merged, { kept: 1, merged: 2 });
    expect((await setLanguage(merged, { ...arabic, version: 3 })).body.reason).toBe("merged");
    expect((await detail(kept)).language).toBe("ar");
  });
});

describe("billing details", () => {
  const bill = (id: string, body: unknown, as = admin) => post(`/${id}/billing`, body, as);
  const company = {
    company: "Gulf Palms Trading LLC",
    address: "Office 804, Bay Square 3",
    trn: "100 0000-0000 0011",
    reminders: false,
    street: "Bay Square 3",
    city: "Dubai",
    emirate: "DXB",
    eAddress: "10000 00000",
    licence: "CN-1234567",
  };

  it("stores billing details, finds them by search, records them in the audit trail and clears empty fields", async () => {
    const { kept } = await createDuplicates();
    const { status, body } = await bill(kept, { ...company, version: 1 });
    expect(status).toBe(200);
    const billing = { ...company, trn: "100000000000011", eAddress: "1000000000" };
    expect(body.customer).toMatchObject({ version: 2, billing });
    for (const typed of ["gulf palms", "10000000000001"]) {
      const found = (await get(`?search=${encodeURIComponent(typed)}`)).body.customers;
      expect(found).toMatchObject([{ id: kept }]);
    }
    const [entry] = await readTrail(caller.db, { type: "customer.billing-changed", subjectId: kept });
    expect(entry).toMatchObject({ before: { company: null, reminders: true }, after: billing });
    const none = { company: "", address: "", trn: "", reminders: true };
    const nowhere = {
      ...{ street: null, city: null, emirate: null, country: null, region: null, taxNumber: null },
      ...{ eAddress: null, licence: null, licenceAuthority: null },
    };
    const noCustomers = { company: null, address: null, trn: null, reminders: true, ...nowhere };
    expect((await bill(kept, { ...none, version: 2 })).body.customer.billing).toEqual(noCustomers);
  });

  it("replaces the emirate of a company abroad by its region and tax number", async () => {
    const { kept } = await createDuplicates();
    const abroad = { ...company, trn: "", country: "GB", region: "Greater London", taxNumber: "GB123456789" };
    const billed = (await bill(kept, { ...abroad, version: 1 })).body.customer.billing;
    expect(billed).toMatchObject({
      ...{ trn: null, emirate: null, country: "GB", region: "Greater London", taxNumber: "GB123456789" },
    });
    const home = (await bill(kept, { ...abroad, country: "", version: 2 })).body.customer.billing;
    expect(home).toMatchObject({ emirate: "DXB", country: null, region: null, taxNumber: null });
    for (const country of ["AE", "ZZ", "gb"])
      expect(await bill(kept, { ...abroad, country, version: 3 })).toMatchObject({ status: 400 });
  });

  it("moves billing details to the kept record if it has none", async () => {
    const { kept, merged } = await createDuplicates();
    await bill(merged, { ...company, trn: "100000000000045", version: 1 });
    const { body } = await merge(kept, merged, { kept: 1, merged: 2 });
    expect(body.customer.billing).toMatchObject({ trn: "100000000000045", reminders: false });
    // Details of two companies are never mixed.
    const other = await createDuplicates();
    await bill(other.kept, { company: "Al Noor LLC", reminders: true, version: 1 });
    await bill(other.merged, { ...company, trn: "100000000000052", version: 1 });
    const merging = await merge(other.kept, other.merged, { kept: 2, merged: 2 });
    expect(merging.body.customer.billing).toMatchObject({ company: "Al Noor LLC", trn: null });
  });

  it("refuses billing details with a wrong TRN, a stale version, a merged record, unknown ids and other roles", async () => {
    const { cookie } = await withAccount();
    const { kept, merged } = await createDuplicates();
    const before = await caller.contents();
    for (const trn of ["200000000000011", "10000000000001", "1000000000000111", "10000000000001x"]) {
      expect(await bill(kept, { ...company, trn, version: 1 })).toMatchObject({
        status: 400,
        body: { errors: { trn: "A TRN has 15 digits and starts with 1" } },
      });
    }
    expect(await bill(kept, { ...company, company: "x".repeat(121), version: 1 })).toMatchObject({
      status: 400,
      body: { errors: { company: expect.any(String) } },
    });
    expect((await bill(kept, { ...company, version: 9 })).body.reason).toBe("stale");
    expect((await bill(randomUUID(), { ...company, version: 1 })).status).toBe(404);
    expect((await bill(kept, { ...company, version: 1 }, { Cookie: cookie })).status).toBe(403);
    expect(await caller.contents()).toEqual(before);
    await merge(kept, merged);
    expect((await bill(merged, { ...company, version: 2 })).body.reason).toBe("merged");
  });
});
