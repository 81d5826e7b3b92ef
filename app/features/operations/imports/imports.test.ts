import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSecondFactorCheck } from "~/features/people/accounts/sign-in/second-factor.server";
import { runNextJob } from "~/platform/jobs/background-jobs.server";
import { csvLine } from "~/platform/lists/csv";
import { readColumns } from "~/platform/lists/csv-mapping";
import { backgroundJobHandlers } from "~/server/background-jobs.server";
import { rounds } from "../../../../test/faults/rounds";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";
import { emptyTables } from "../../../../test/harness/servers/database";
import { customerColumns } from "./customer-list";
import { MAX_ROWS } from "./imported";

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());
beforeEach(async () => {
  await emptyTables(caller.db, ["background_jobs", "customers"]);
});

type Row = Partial<Record<(typeof customerColumns)[number], string>>;
const list = (...rows: Row[]) =>
  csvLine(customerColumns) +
  rows.map((row) => csvLine(customerColumns.map((column) => row[column] ?? ""))).join("");
const post = (path: string, body: object) => caller.call("POST", `/api/admin/imports/${path}`, body, admin);
async function outcome(id: string) {
  const { db, config } = caller;
  const isSecondFactorRequired = createSecondFactorCheck(config);
  await runNextJob({
    db,
    config,
    handlers: backgroundJobHandlers,
    messageFor: ({ reason }) => reason,
    isSecondFactorRequired,
  });
  return (await caller.call("GET", `/api/admin/background-jobs/${id}`, undefined, admin)).body;
}
async function tried(csv: string) {
  const response = await post("customers", { name: "list.csv", csv });
  if (response.status !== 202) throw new Error(response.text);
  return { id: response.body.id as string, ...(await outcome(response.body.id)) };
}
async function imported(csv: string) {
  const { id } = await tried(csv);
  const response = await post(`${id}/start`, {});
  if (response.status !== 202) throw new Error(response.text);
  return outcome(response.body.id);
}
const customers = () =>
  caller.db.selectFrom("customers").select(["name", "phone", "email", "company"]).orderBy("name").execute();

const aisha: Row = { name: "Aisha Al Marri", phone: "050 123 4567", email: "Aisha@Example.com" };
const home: Row = {
  street: "Al Marsa Street",
  building: "Marina Diamond 4",
  unit: "1203",
  area: "Dubai Marina",
};

describe("column mapping", () => {
  it("imports a file with the headings of another program by a mapping, in the dry run and the import", async () => {
    const csv = "First Name,Last Name,Mobile Phone,City\nAisha,Al Marri,050 123 4567,Dubai Marina\n";
    const mapping = { name: ["First Name", "Last Name"], phone: ["Mobile Phone"] };
    const started = await post("customers", { name: "list.csv", csv, mapping });
    expect((await outcome(started.body.id)).result).toMatchObject({ counts: { new: 1, wrong: 0 } });
    const response = await post(`${started.body.id}/start`, {});
    expect((await outcome(response.body.id)).result).toMatchObject({ imported: true });
    expect(await customers()).toMatchObject([{ name: "Aisha Al Marri", phone: "+971501234567" }]);
  });

  it("imports a file with Arabic headings and values, and finds the customer by it again", async () => {
    const csv = "الاسم,الجوال,المنطقة,الشارع\nعائشة المري,٠٥٠١٢٣٤٥٦٧,دبي مارينا,شارع المرسى\n";
    const mapping = { name: ["الاسم"], phone: ["الجوال"], area: ["المنطقة"], street: ["الشارع"] };
    for (const counts of [
      { new: 1, wrong: 0 },
      { new: 0, wrong: 0 },
    ]) {
      const started = await post("customers", { name: "عملاء.csv", csv, mapping });
      expect((await outcome(started.body.id)).result).toMatchObject({ counts });
      const response = await post(`${started.body.id}/start`, {});
      await outcome(response.body.id);
    }
    expect(await customers()).toMatchObject([{ name: "عائشة المري", phone: "+971501234567" }]);
    const places = await caller.db.selectFrom("properties").select(["street", "area"]).execute();
    expect(places).toEqual([{ street: "شارع المرسى", area: "Dubai Marina" }]);
  });

  it("imports a customer list as QuickBooks writes it: byte order mark, sub-customers and addresses of several lines", async () => {
    const csv = [
      '\uFEFF"Customer full name","Phone numbers","Email","Billing address","Billing city"',
      '"Palm Towers:Tower B","Phone:050 123 4567","office@palm.example","Al Marsa Street\nnear the tram","Dubai Marina"',
      "",
    ].join("\r\n");
    const { mapping } = readColumns(csv, customerColumns);
    const started = await post("customers", { name: "Customers.csv", csv, mapping });
    expect((await outcome(started.body.id)).result).toMatchObject({ counts: { new: 1, wrong: 0 } });
    const response = await post(`${started.body.id}/start`, {});
    expect((await outcome(response.body.id)).result).toMatchObject({ imported: true });
    expect(await customers()).toMatchObject([{ name: "Palm Towers", phone: "+971501234567" }]);
    const places = await caller.db.selectFrom("properties").select(["street", "building", "area"]).execute();
    expect(places).toEqual([
      { street: "Al Marsa Street near the tram", building: "Tower B", area: "Dubai Marina" },
    ]);
  });

  it("names a mapped heading that the file lacks", async () => {
    const csv = "Client\nAisha\n";
    const started = await post("customers", { name: "list.csv", csv, mapping: { name: ["Customer"] } });
    const { job } = await outcome(started.body.id);
    expect(job).toMatchObject({ state: "failed" });
  });

  it("reads dates with the month first on request", async () => {
    const csv =
      "No,State,Trade,Day,Client,Phone,Street,Area\nJB-9,completed,plumbing,03/25/2024,Aisha,0501234567,Al Marsa Street,Dubai Marina\n";
    const mapping = {
      ...{ reference: ["No"], status: ["State"], service: ["Trade"], date: ["Day"], name: ["Client"] },
      ...{ phone: ["Phone"], street: ["Street"], area: ["Area"] },
    };
    const list = { name: "jobs.csv", source: "Old program", csv, mapping };
    const dayFirst = await outcome((await post("bookings", list)).body.id);
    expect(dayFirst.result).toMatchObject({ counts: { wrong: 1 } });
    const monthFirst = await outcome((await post("bookings", { ...list, dateOrder: "month-first" })).body.id);
    expect(monthFirst.result).toMatchObject({ counts: { new: 1, wrong: 0 } });
  });
});

describe("customer list", () => {
  it("changes nothing in a dry run; the import applies the rules of the forms", async () => {
    const csv = list(
      { ...aisha, ...home, company: "Marri Trading" },
      { name: "Omar Saleh", email: "omar@example.com" },
    );
    const { id, job, result } = await tried(csv);
    expect(job).toMatchObject({ state: "done", label: "list.csv", kind: "customer-import" });
    expect(result).toMatchObject({ counts: { new: 2, changed: 0, same: 0, wrong: 0 }, imported: false });
    expect(await customers()).toEqual([]);

    const response = await post(`${id}/start`, {});
    const done = await outcome(response.body.id);
    expect(done.result).toMatchObject({ counts: { new: 2 }, imported: true });
    expect(await customers()).toEqual([
      {
        name: "Aisha Al Marri",
        phone: "+971501234567",
        email: "aisha@example.com",
        company: "Marri Trading",
      },
      { name: "Omar Saleh", phone: null, email: "omar@example.com", company: null },
    ]);
    const { entries } = (await caller.call("GET", "/api/admin/activity?kind=customer", undefined, admin))
      .body;
    expect(
      entries
        .map(({ type }: { type: string }) => type)
        .slice(0, 3)
        .sort(),
    ).toEqual(["customer.added", "customer.added", "customer.imported"]);
    expect(entries[0].actor.name).toBe("Test admin");
    // Importing the list again changes nothing.
    expect((await tried(csv)).result.counts).toEqual({ new: 0, changed: 0, same: 2, wrong: 0 });
  });

  it("reports every wrong row with its column and imports nothing", async () => {
    const { id, result } = await tried(
      list(
        aisha,
        { ...aisha, name: "The Same", phone: "+971 50 123 4567" },
        { name: "No Contact" },
        { name: "A", phone: "12", email: "nobody", trn: "1" },
        { name: "Half Address", phone: "0501234599", unit: "12" },
        { name: "Foreign TRN", phone: "0501234598", trn: "200000000000003" },
        { name: "Two Phones", phone: "050 123 4567 / 04 555 0100" },
      ),
    );
    expect(result.counts).toEqual({ new: 1, changed: 0, same: 0, wrong: 6 });
    const wrongRows = result.rows.filter(({ change }: { change: string }) => change === "wrong");
    expect(wrongRows.map(({ line }: { line: number }) => line)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(wrongRows[0].problems[0]).toContain("line 2");
    expect(wrongRows[1].problems[0]).toMatch(/^phone: /);
    expect(wrongRows[2].problems.join("\n")).toMatch(/name: /);
    expect(wrongRows[2].problems.join("\n")).toMatch(/trn: /);
    expect(wrongRows[3].problems[0]).toMatch(/^street: /);
    expect(wrongRows[4].problems[0]).toMatch(/^trn: /);
    expect(wrongRows[5].problems[0]).toBe("phone: Please enter one phone number only");
    expect((await post(`${id}/start`, {})).body.reason).toBe("import-not-ready");
  });

  it("matches existing customers by phone and adds new addresses", async () => {
    await imported(list(aisha));
    const other = { name: "Another Name", phone: "0501234567", ...home };
    const { result } = await imported(list(other));
    expect(result.counts).toEqual({ new: 0, changed: 1, same: 0, wrong: 0 });
    expect(await customers()).toHaveLength(1);
    const properties = await caller.db.selectFrom("properties").select(["street", "area"]).execute();
    expect(properties).toEqual([{ street: "Al Marsa Street", area: "Dubai Marina" }]);
    // An unconfirmed email proves nothing for another phone.
    const { result: beside } = await tried(list({ ...aisha, phone: "0507654321" }));
    expect(beside.counts.new).toBe(1);
  });

  it("imports nothing if a row became wrong after the dry run", async () => {
    const twin = { name: "Twin", email: "twin@example.com" };
    const { id } = await tried(list(twin, aisha));
    await imported(list({ ...twin, name: "First Twin", phone: "0501111111" }));
    await imported(list({ ...twin, name: "Second Twin", phone: "0502222222" }));
    const response = await post(`${id}/start`, {});
    const { job, result } = await outcome(response.body.id);
    expect(job).toMatchObject({ state: "failed", error: "csv-invalid" });
    expect(result).toBeNull();
    expect(await customers()).toHaveLength(2);
  });

  it("imports a list of the maximum size, whose customers share an email address", async () => {
    const many = Array.from({ length: MAX_ROWS }, (_, index) => ({
      name: "Customer of many",
      phone: `+97150${String(1_000_000 + index)}`,
      email: "none@example.com",
      ...home,
    }));
    const rows = rounds({ short: 60, long: MAX_ROWS });
    const { result } = await imported(list(...many.slice(0, rows)));
    expect(result.counts.new).toBe(rows);
    expect(result.rows).toEqual(expect.any(Array));
    expect(await caller.db.selectFrom("duplicateCustomers").selectAll().execute()).toHaveLength(rows);
    const { job } = await tried(list(...many, aisha));
    expect(job).toMatchObject({ state: "failed", error: "csv-too-long" });
  }, 600_000);

  it("takes no lock for each phone and email, which would exceed the locks of a server", async () => {
    await caller.db.transaction().execute(async (transaction) => {
      const added = ["one", "two"].map((name) => ({ name, email: `${name}@example.com`, createdAt: NOW }));
      await transaction.insertInto("customers").values(added).execute();
      const { rows } = await sql`
        SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'`.execute(transaction);
      expect(rows).toEqual([]);
    });
  });

  it("requires customer permissions", async () => {
    const technician = {
      email: "technician@example.com",
      password: "a password of mine",
      role: "technician" as const,
    };
    await caller.addUser(technician);
    const headers = { Cookie: await caller.signIn(technician) };
    const response = await caller.call(
      "POST",
      "/api/admin/imports/customers",
      { name: "a", csv: "b" },
      headers,
    );
    expect(response.status).toBe(403);
  });
});
