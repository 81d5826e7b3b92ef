import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addCustomer } from "../../../../test/harness/company/billing";
import { book, officeCtx } from "../../../../test/harness/company/company";
import { createContractCompany } from "../../../../test/harness/company/contracts";
import { createRecordsOfPerson } from "../../../../test/harness/company/records-of-person";
import type { TestDatabase } from "../../../../test/harness/servers/database";
import { listBookings } from "../../operations/bookings/office/list-queries.server";
import { listCustomers } from "../../people/customer-desk/queries.server";
import { listConversations } from "../../people/inbox/queries.server";
import { searchEverything } from "./queries.server";

let database: TestDatabase;

beforeAll(async () => {
  database = await createContractCompany();
  await createRecordsOfPerson(database.db, {
    name: "Yousef Al Maktoum",
    email: "yousef@example.com",
    messageEmail: "another@example.com",
    technicianName: "Youssef the plumber",
  });
});
afterAll(() => database.drop());

describe("search by sound", () => {
  it.each(["Yusuf", "يوسف"])("finds records of every kind by %s", async (typed) => {
    const found = await searchEverything(officeCtx(database.db), typed);
    expect(Object.entries(found).filter(([, hits]) => hits.length === 0)).toEqual([]);
    expect(found.inbox).toHaveLength(2);
  });

  it.each(["يوسف المكتوم", "المكتوم يوسف", "Al Maktum", "Yousef المكتوم", "yousef al-maktoum"])(
    "finds bookings, customers and conversations by %s",
    async (search) => {
      const ctx = officeCtx(database.db);
      const [{ bookings }, { customers }, { conversations }] = await Promise.all([
        listBookings(ctx, { search, limit: 10 }),
        listCustomers(ctx, { search, limit: 10 }),
        listConversations(ctx, { search, limit: 10 }),
      ]);
      expect(bookings.length).toBeGreaterThan(0);
      expect(new Set(customers.map(({ name }) => name))).toEqual(new Set(["Yousef Al Maktoum"]));
      expect(conversations).toHaveLength(2);
    },
  );

  it("finds addresses by the other script and requires each word", async () => {
    const ctx = officeCtx(database.db);
    await book(ctx, {
      customerName: "Rania Aziz",
      email: "rania@example.com",
      phone: "+971501234999",
      addressParts: {
        street: "Date Street 7",
        buildingName: "",
        unitNumber: "",
        area: "Al Karama",
        landmark: "",
      },
    });
    const namesOf = async (search: string) =>
      (await listBookings(ctx, { search, limit: 10 })).bookings.map(({ customerName }) => customerName);
    expect(await namesOf("الكرامة")).toEqual(["Rania Aziz"]);
    expect(await namesOf("رانيا karamah")).toEqual(["Rania Aziz"]);
    expect(await namesOf("يوسف karamah")).toEqual([]);
    const { customers } = await listCustomers(ctx, { search: "الكرامة", limit: 10 });
    expect(customers).toMatchObject([{ name: "Rania Aziz" }]);
  });

  it("puts names that are spelled as typed first", async () => {
    const ctx = officeCtx(database.db);
    await addCustomer(ctx, { name: "Mohamed Saleh", email: "first@example.com" });
    await addCustomer(ctx, { name: "Muhammad Saleh", email: "second@example.com" });
    await addCustomer(ctx, { name: "محمد صالح", email: "third@example.com" });
    for (const name of ["Mohamed Saleh", "Muhammad Saleh", "محمد صالح"]) {
      const { customers } = await searchEverything(ctx, name);
      expect(customers).toHaveLength(3);
      expect(customers[0]).toMatchObject({ name });
    }
  });
});
