import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSecondFactorCheck } from "~/features/people/accounts/sign-in/second-factor.server";
import { runNextJob } from "~/platform/jobs/background-jobs.server";
import { csvLine } from "~/platform/lists/csv";
import { backgroundJobHandlers } from "~/server/background-jobs.server";
import { rounds } from "../../../../test/faults/rounds";
import { type Caller, createCaller, TOMORROW } from "../../../../test/harness/company/booking-caller";
import { emptyTables } from "../../../../test/harness/servers/database";
import { openMailbox } from "../../../../test/harness/servers/mailbox";
import { matchesBooking } from "../bookings/list/search.server";
import { bookingColumns } from "./booking-list";
import { MAX_ROWS } from "./imported";

let caller: Caller;
let admin: Record<string, string>;
let ali: string;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
  ali = await caller.addTechnician("Ali Hassan");
});
afterAll(() => caller.close());
beforeEach(async () => {
  await emptyTables(caller.db, ["background_jobs", "customers", "booking_years", "mails", "outbox"]);
});

type Row = Partial<Record<(typeof bookingColumns)[number], string>>;
const list = (...rows: Row[]) =>
  csvLine(bookingColumns) +
  rows.map((row) => csvLine(bookingColumns.map((column) => row[column] ?? ""))).join("");
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
async function tried(csv: string, source = "Old program") {
  const response = await post("bookings", { name: "bookings.csv", source, csv });
  if (response.status !== 202) throw new Error(response.text);
  return { id: response.body.id as string, ...(await outcome(response.body.id)) };
}
async function go(id: string) {
  const response = await post(`${id}/start`, {});
  if (response.status !== 202) throw new Error(response.text);
  return outcome(response.body.id);
}
async function imported(csv: string, source?: string) {
  const { id, result } = await tried(csv, source);
  if (result?.counts.wrong !== 0) throw new Error(JSON.stringify(result));
  return go(id);
}
const bookings = () =>
  caller.db
    .selectFrom("bookings")
    .select(["id", "reference", "state", "serviceId", "customerId", "contactName", "contactPhone"])
    .select(["contactEmail", "area", "message", "estimateFils", "requestedAt", "contactDueAt"])
    .orderBy("reference")
    .execute();
const visits = () =>
  caller.db
    .selectFrom("visits")
    .select(["bookingId", "technicianId", "state", "startsAt", "endsAt"])
    .orderBy("startsAt")
    .execute();
const problems = ({ rows }: { rows: { line: number; change: string; problems: string[] }[] }) =>
  rows.filter(({ change }) => change === "wrong").map(({ line, problems }) => [line, problems.join(" | ")]);

const aisha: Row = {
  name: "Aisha Al Marri",
  phone: "050 123 4567",
  email: "aisha@example.com",
  street: "Al Marsa Street",
  building: "Marina Diamond 4",
  unit: "1203",
  area: "Dubai Marina",
};
const done: Row = {
  ...aisha,
  reference: "JB-1",
  status: "Completed",
  service: "plumbing",
  date: "14-Mar-24",
  time: "9:30:00 AM",
  minutes: "90",
  technician: "ali hassan",
  price: "1,350.50",
  notes: "Kitchen sink",
};
const ahead: Row = {
  ...aisha,
  reference: "JB-2",
  status: "scheduled",
  service: "Plumbing",
  date: TOMORROW,
  time: "10:00",
  technician: "Ali Hassan",
};

describe("booking list", () => {
  it("changes nothing in a dry run; the import creates past and future bookings without notifications", async () => {
    const csv = list(
      done,
      ahead,
      {
        ...aisha,
        reference: "JB-3",
        status: "confirmed",
        service: "plumbing",
        date: TOMORROW,
        time: "15:00",
      },
      {
        ...aisha,
        reference: "JB-4",
        status: "requested",
        service: "plumbing",
        name: "Omar Saleh",
        phone: "0507654321",
        email: "",
      },
      { ...aisha, reference: "JB-5", status: "cancelled", service: "plumbing", date: "2025-01-02", name: "" },
    );
    const { id, job, result } = await tried(csv);
    expect(job).toMatchObject({ state: "done", kind: "booking-import", label: "bookings.csv" });
    expect(result).toMatchObject({ counts: { new: 5, same: 0, wrong: 0 }, imported: false });
    expect(await bookings()).toEqual([]);

    expect((await go(id)).result).toMatchObject({ counts: { new: 5 }, imported: true });
    const bookingRows = await bookings();
    expect(bookingRows.map(({ reference, state }) => [reference, state])).toEqual([
      ["BK-2026-000001", "completed"],
      ["BK-2026-000002", "scheduled"],
      ["BK-2026-000003", "confirmed"],
      ["BK-2026-000004", "requested"],
      ["BK-2026-000005", "cancelled"],
    ]);
    expect(bookingRows[0]).toMatchObject({
      serviceId: "plumbing",
      contactName: "Aisha Al Marri",
      contactPhone: "+971501234567",
      area: "Dubai Marina",
      message: "Kitchen sink",
      estimateFils: 135_050,
      requestedAt: new Date("2024-03-14T05:30:00Z"),
      contactDueAt: null,
    });
    // The office search finds former references in any format.
    const found = async (typed: string) =>
      (await caller.db.selectFrom("bookings").select("reference").where(matchesBooking(typed)).execute()).map(
        ({ reference }) => reference,
      );
    expect(await found(" jb-2 ")).toEqual(["BK-2026-000002"]);
    expect(await found("jb-")).toEqual([]);
    // Rows without a price name no items, so that the work is to be assessed.
    expect(bookingRows[1]!.estimateFils).toBeNull();
    expect(bookingRows[4]!.contactName).toBe("Aisha Al Marri");
    expect(new Set(bookingRows.map(({ customerId }) => customerId)).size).toBe(2);
    expect(await visits()).toMatchObject([
      {
        bookingId: bookingRows[0]!.id,
        technicianId: ali,
        state: "work_done",
        endsAt: new Date("2024-03-14T07:00:00Z"),
      },
      {
        bookingId: bookingRows[1]!.id,
        technicianId: ali,
        state: "scheduled",
        startsAt: new Date(`${TOMORROW}T06:00:00Z`),
      },
      {
        bookingId: bookingRows[2]!.id,
        technicianId: null,
        state: "held",
        startsAt: new Date(`${TOMORROW}T11:00:00Z`),
      },
    ]);

    expect(await openMailbox(caller).collect()).toEqual([]);
    const { entries } = (await caller.call("GET", "/api/admin/activity?kind=booking", undefined, admin)).body;
    expect(entries.slice(0, 5).map(({ type }: { type: string }) => type)).toEqual(
      Array(5).fill("booking.imported"),
    );
    // The next booking gets the next number.
    expect((await caller.book()).reference).toBe("BK-2026-000006");
  });

  it("reads Arabic names of services and communities", async () => {
    await caller.db.updateTable("services").set({ nameAr: "السباكة" }).where("id", "=", "plumbing").execute();
    await imported(list({ ...ahead, service: "السباكة", area: "دبي مارينا" }));
    expect(await bookings()).toMatchObject([{ serviceId: "plumbing", area: "Dubai Marina" }]);
    await caller.db.updateTable("services").set({ nameAr: null }).where("id", "=", "plumbing").execute();
  });

  it("assigns bookings of a shared phone to the customer with the name, otherwise to the oldest", async () => {
    const family = ["Aisha Al Marri", "Fatima Al Marri"].map((name, index) => ({
      ...{ id: crypto.randomUUID(), name, phone: "+971501234567" },
      createdAt: new Date(`2026-01-0${index + 1}T08:00:00Z`),
    }));
    await caller.db.insertInto("customers").values(family).execute();
    await imported(
      list(
        { ...done, name: "fatima al marri", reference: "JB-1" },
        { ...done, name: "Aisha Al Marri", reference: "JB-2", time: "12:00" },
        { ...done, name: "Khalid Al Marri", reference: "JB-3", time: "15:00" },
      ),
    );
    const [aishas, fatimas] = family.map(({ id }) => id);
    expect((await bookings()).map(({ customerId }) => customerId)).toEqual([fatimas, aishas, aishas]);
  });

  it("notifies customers only once the office does so", async () => {
    await imported(list(ahead));
    const pendingNotifications = () =>
      caller.db.selectFrom("pendingVisitNotifications").select(["manual", "dueAt", "queued"]).execute();
    expect(await pendingNotifications()).toEqual([{ manual: true, dueAt: null, queued: false }]);
    const [visit] = await caller.db.selectFrom("visits").select("id").execute();
    const sendUpdates = await caller.call(
      "POST",
      "/api/admin/board/send-notifications",
      { visitIds: [visit!.id] },
      admin,
    );
    expect(sendUpdates.status).toBe(200);
    expect(await openMailbox(caller).collectOne("aisha@example.com")).toMatchObject({
      subject: expect.stringContaining("Ali Hassan"),
    });
  });

  it("never imports a booking twice", async () => {
    await imported(list(done, ahead));
    const again = await tried(list(done, ahead, { ...done, reference: "JB-9", time: "12:00" }));
    expect(again.result.counts).toEqual({ new: 1, changed: 0, same: 2, wrong: 0 });
    await go(again.id);
    expect(await bookings()).toHaveLength(3);
    // The same reference from another program is another booking.
    const { result } = await tried(list({ ...done, time: "15:00" }), "Another program");
    expect(result.counts.new).toBe(1);
  });

  it("reports every wrong row with line and column and imports nothing", async () => {
    const { id, result } = await tried(
      list(
        done,
        { ...done, technician: "", time: "" },
        { ...ahead, reference: "", status: "waiting", service: "gardening of roses", phone: "12" },
        { ...ahead, reference: "A", date: "2026-11-22" },
        { ...ahead, reference: "B", time: "", technician: "" },
        { ...ahead, reference: "C", status: "confirmed" },
        { ...done, reference: "D", date: TOMORROW, technician: "Nobody" },
        {
          ...done,
          reference: "E",
          service: "emergency",
          technician: "",
          phone: "",
          email: "new@example.com",
          name: "",
        },
        {
          ...done,
          reference: "F",
          date: "the day after",
          price: "much",
          minutes: "5",
          street: "",
          technician: "",
        },
      ),
    );
    expect(result.counts).toMatchObject({ new: 1, wrong: 8 });
    const problemsByLine = new Map(problems(result) as [number, string][]);
    expect([...problemsByLine.keys()]).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(problemsByLine.get(3)).toMatch(/^Duplicate of the booking in line 2$/);
    expect(problemsByLine.get(4)).toMatch(/reference: .*status: .*requested, confirmed.*phone: /);
    expect(problemsByLine.get(5)).toMatch(/^date: This day has passed/);
    expect(problemsByLine.get(6)).toMatch(/technician: .*time: /);
    expect(problemsByLine.get(7)).toMatch(/^technician: Only/);
    expect(problemsByLine.get(8)).toMatch(/date: .*in the future.*technician: No technician/);
    expect(problemsByLine.get(9)).toMatch(/service: .*phone: .*name: /);
    expect(problemsByLine.get(10)).toMatch(/price: .*street: .*date: Write the date as .*minutes: /);
    expect((await post(`${id}/start`, {})).body.reason).toBe("import-not-ready");
    expect(await bookings()).toEqual([]);
  });

  it("refuses times taken in the list or the calendar, at dry run and import", async () => {
    const first = await tried(list(ahead, { ...ahead, reference: "JB-7", time: "10:30" }));
    expect(problems(first.result)).toEqual([[3, expect.stringMatching(/^time: .*line 2/)]]);

    // A concurrent booking takes the time after the dry run.
    const { id } = await tried(list({ ...done, technician: "" }, ahead));
    await imported(list({ ...ahead, reference: "JB-8" }));
    expect(await go(id)).toMatchObject({ job: { state: "failed", error: "csv-invalid" }, result: null });
    expect(await bookings()).toHaveLength(1);
    const late = await tried(list({ ...ahead, time: "11:00" }));
    expect(problems(late.result)).toEqual([[2, expect.stringContaining("BK-2026-000001")]]);
    // The failed import consumed no number.
    await imported(list({ ...ahead, reference: "JB-10", time: "17:00" }));
    expect((await bookings()).map(({ reference }) => reference)).toEqual([
      "BK-2026-000001",
      "BK-2026-000002",
    ]);
  });

  it("reports warnings without refusing the row", async () => {
    const { result } = await tried(list({ ...ahead, time: "23:00" }));
    expect(result.counts).toMatchObject({ new: 1, wrong: 0 });
    expect(result.rows[0].detail).toContain("Note: outside");
  });

  it("requires booking permissions", async () => {
    const accountant = {
      email: "a@example.com",
      password: "a password of mine",
      role: "accountant" as const,
    };
    await caller.addUser(accountant);
    const headers = { Cookie: await caller.signIn(accountant) };
    const { id } = await tried(list(done));
    const body = { name: "a", source: "b", csv: "c" };
    expect((await caller.call("POST", "/api/admin/imports/bookings", body, headers)).status).toBe(403);
    expect((await caller.call("POST", `/api/admin/imports/${id}/start`, {}, headers)).status).toBe(404);
    expect((await post("bookings", { ...body, source: " " })).body.errors.source).toContain("program");
  });

  it("imports a list of the maximum size", async () => {
    const many = Array.from({ length: MAX_ROWS }, (_, index) => ({
      ...done,
      reference: String(index),
      phone: `+97150${String(1_000_000 + (index % 4000))}`,
      technician: "",
    }));
    const rows = rounds({ short: 60, long: MAX_ROWS });
    const { result } = await imported(list(...many.slice(0, rows)));
    expect(result.counts.new).toBe(rows);
    const all = (await bookings()).map(({ reference }) => reference);
    expect(all.at(-1)).toBe(`BK-2026-${String(rows).padStart(6, "0")}`);
    const { job } = await tried(list(...many, { ...done, reference: "more" }));
    expect(job).toMatchObject({ state: "failed", error: "csv-too-long" });
  }, 600_000);
});
