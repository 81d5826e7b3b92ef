import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, createCaller } from "../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../test/harness/company/trail";

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
  await caller.addTechnician("Omar Saleh");
});
afterAll(() => caller.close());

const DAY = "2027-01-12";

const days = async () => (await caller.call("GET", "/api/admin/holidays", undefined, admin)).body;
const holiday = async (day: string) =>
  (await days()).holidays.find((holiday: { day: string }) => holiday.day === day);
const post = (path: string, body: object) => caller.call("POST", `/api/admin/${path}`, body, admin);
const outcome = async (answer: ReturnType<typeof post>) => {
  const { status, body } = await answer;
  return { status, reason: body.reason };
};
const described = async (type: string) => {
  const entry = (await readTrail(caller.db, { type })).at(-1);
  return { subject: entry?.subjectId, ...entry?.data };
};

async function holidayNamed(day: string): Promise<string | null> {
  const { body } = await caller.call("GET", `/api/availability?service=plumbing&from=${day}&to=${day}`);
  return body.days[0].holiday;
}

async function freeAt(day: string, time: string): Promise<number> {
  const { body } = await caller.call("GET", `/api/availability?service=plumbing&from=${day}&to=${day}`);
  return body.days[0].slots.find((slot: { time: string }) => slot.time === time).free;
}

/** Version of the cached public pages that depends on holidays. */
async function publicPagesVersion(): Promise<number> {
  const { version } = await caller.db
    .selectFrom("contentChanges")
    .select("version")
    .where("tableName", "=", "public_holidays")
    .executeTakeFirstOrThrow();
  return version;
}

describe("public holidays", () => {
  it("removes all slots of the day unless the business opens", async () => {
    expect(await freeAt(DAY, "10:00")).toBe(1);
    const pages = await publicPagesVersion();
    expect((await post("holidays", { day: DAY, name: "A day off", tentative: true })).status).toBe(200);
    // Public pages show the opening hours.
    expect(await publicPagesVersion()).toBeGreaterThan(pages);
    expect(await holiday(DAY)).toEqual({ day: DAY, name: "A day off", tentative: true, open: false });
    expect(await freeAt(DAY, "10:00")).toBe(0);
    expect((await post("holidays/confirm", { day: DAY })).status).toBe(200);
    expect(await holiday(DAY)).toMatchObject({ tentative: false });
    expect((await post("holidays/open", { day: DAY })).status).toBe(200);
    expect(await freeAt(DAY, "10:00")).toBe(1);
    expect((await post("holidays/close", { day: DAY })).status).toBe(200);
    expect(await freeAt(DAY, "10:00")).toBe(0);
    expect((await post("holidays/remove", { day: DAY })).status).toBe(200);
    expect(await holiday(DAY)).toBeUndefined();
    expect(await freeAt(DAY, "10:00")).toBe(1);
    expect(await described("holiday.added")).toEqual({ subject: DAY, name: "A day off", tentative: true });
    for (const type of ["holiday.confirmed", "holiday.opened", "holiday.closed"]) {
      expect(await described(type)).toEqual({ subject: DAY });
    }
    expect(await described("holiday.removed")).toEqual({ subject: DAY, name: "A day off", tentative: false });
  });

  it("shows its name to visitors while it closes the day", async () => {
    const day = "2027-01-13";
    expect(await holidayNamed(day)).toBeNull();
    await post("holidays", { day, name: "Founding Day", tentative: false });
    expect(await holidayNamed(day)).toBe("Founding Day");
    await post("holidays/open", { day });
    expect(await holidayNamed(day)).toBeNull();
    await post("holidays/remove", { day });
  });

  it("refuses a second holiday on a day and changes of unknown days", async () => {
    expect(await outcome(post("holidays", { day: "2027-01-01", name: "Again" }))).toEqual({
      status: 409,
      reason: "holiday-exists",
    });
    for (const verb of ["confirm", "open", "close", "remove"]) {
      expect(await outcome(post(`holidays/${verb}`, { day: DAY }))).toEqual({
        status: 404,
        reason: "holiday-unknown",
      });
    }
    expect((await post("holidays", { day: "2027-02-30", name: "" })).body.errors).toEqual({
      day: "Please choose a date",
      name: "Please fill this in",
    });
  });
});

describe("seasons of shorter days", () => {
  const ramadan = { name: "Ramadan", firstDay: "2027-02-08", lastDay: "2027-03-08", shorterByMin: 120 };

  it("removes late slots from the first to the last day", async () => {
    expect(await freeAt("2027-02-08", "18:00")).toBe(1);
    const { body } = await post("seasons", ramadan);
    expect(body.seasons).toEqual([{ id: expect.any(String), ...ramadan }]);
    // Shift ends at 20:00: 60 minutes of work and 30 of buffer.
    for (const day of ["2027-02-08", "2027-03-08"]) {
      expect(await freeAt(day, "16:00")).toBe(1);
      expect(await freeAt(day, "17:00")).toBe(0);
    }
    for (const day of ["2027-02-07", "2027-03-12"]) expect(await freeAt(day, "18:00")).toBe(1);
    const { id } = body.seasons[0];
    expect(await described("holiday.season-planned")).toEqual({ subject: id, ...ramadan });
    expect((await post("seasons/cancel", { id })).body.seasons).toEqual([]);
    expect(await freeAt("2027-02-08", "18:00")).toBe(1);
    expect(await described("holiday.season-cancelled")).toEqual({ subject: id, ...ramadan });
    expect(await outcome(post("seasons/cancel", { id }))).toEqual({ status: 404, reason: "season-unknown" });
  });

  it("refuses overlapping seasons, reversed dates and durations out of range", async () => {
    await post("seasons", ramadan);
    const other = { ...ramadan, firstDay: "2027-03-08", lastDay: "2027-03-20" };
    expect(await outcome(post("seasons", other))).toEqual({ status: 409, reason: "season-overlap" });
    expect(
      (await post("seasons", { ...ramadan, firstDay: "2027-05-02", lastDay: "2027-05-01" })).body.errors,
    ).toEqual({
      lastDay: "The end is before the start",
    });
    expect((await post("seasons", { ...ramadan, shorterByMin: 10 })).body.errors).toEqual({
      shorterByMin: "Enter 15 to 480 minutes",
    });
  });
});
