import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OfficeRole } from "~/platform/auth/actor";
import { addCustomer } from "../../../../test/harness/company/billing";
import { office, officeCtx } from "../../../../test/harness/company/company";
import { createContractCompany } from "../../../../test/harness/company/contracts";
import { createRecordsOfPerson } from "../../../../test/harness/company/records-of-person";
import type { TestDatabase } from "../../../../test/harness/servers/database";
import { searchEverything } from "./queries.server";
import { MAX_PER_KIND } from "./search";
import type { SearchResults } from "./views";

let database: TestDatabase;
let invoice: { id: string; reference: string };

beforeAll(async () => {
  database = await createContractCompany();
  ({ invoice } = await createRecordsOfPerson(database.db, {
    name: "Zayed Al Falasi",
    email: "zayed@example.com",
    technicianName: "Zayed the plumber",
  }));
});
afterAll(() => database.drop());

const as = (role: OfficeRole) => ({ ...officeCtx(database.db), actor: { ...office, role } });
const kindsOf = (found: SearchResults) =>
  Object.entries(found)
    .filter(([, hits]) => hits.length > 0)
    .map(([kind]) => kind)
    .sort();

describe("office search", () => {
  it("finds records of every kind by name", async () => {
    expect(kindsOf(await searchEverything(as("admin"), "zayed"))).toEqual([
      "bookings",
      "contracts",
      "customers",
      "inbox",
      "invoices",
      "quotes",
      "technicians",
    ]);
  });

  it("leaves out kinds of records without permission", async () => {
    expect(kindsOf(await searchEverything(as("dispatcher"), "zayed"))).not.toContain("invoices");
    expect(kindsOf(await searchEverything(as("accountant"), "zayed"))).not.toContain("technicians");
  });

  it("finds a record by number with the palette's fields only", async () => {
    const { invoices } = await searchEverything(as("admin"), invoice.reference);
    expect(invoices).toEqual([
      {
        id: invoice.id,
        reference: invoice.reference,
        customer: { id: expect.any(String), name: "Zayed Al Falasi" },
        state: "issued",
        settlement: null,
        overdue: false,
        totalFils: 105_00,
        openFils: 105_00,
      },
    ]);
  });

  it("limits the search hits of each kind", async () => {
    const ctx = officeCtx(database.db);
    for (let one = 0; one <= MAX_PER_KIND; one++) {
      await addCustomer(ctx, { name: "Hessa Al Marri", email: `hessa-${one}@example.com` });
    }
    const { customers } = await searchEverything(as("admin"), "hessa");
    expect(customers).toHaveLength(MAX_PER_KIND);
  });
});
