import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, createCaller, TODAY, TOMORROW } from "../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../test/harness/company/trail";

/** Export and import of the price book as a list for spreadsheets. */

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());

const HEAD =
  "service,item,name,mode,unit,price,next_hour,emergency_percent,out_of_hours_percent,minutes,buffer_minutes,from";
const send = (csv: string, dryRun = true) =>
  caller.call("POST", "/api/admin/price-list", { csv, dryRun }, admin);
const list = (...rows: string[]) => [HEAD, ...rows].join("\n");
const download = async () => {
  const answer = await caller.http.request("/api/admin/price-list", { headers: admin });
  expect(answer.headers.get("Content-Type")).toContain("text/csv");
  return answer.text();
};
const shown = async (serviceId: string) =>
  (await caller.call("GET", "/api/services")).body.services.find(({ id }: { id: string }) => id === serviceId)
    .price;

describe("price list", () => {
  it("reports no changes when imported as exported", async () => {
    const csv = await download();
    expect(csv).toContain("hvac,call-out,AC call-out,hourly,hour,150.00,150.00,50,25,");
    const { status, body } = await send(csv);
    expect(status).toBe(200);
    expect(body.rows.length).toBeGreaterThan(10);
    expect(body.rows.filter(({ change }: { change: string }) => change !== "same")).toEqual([]);
  });

  it("reports no changes days later, and exactly the changed row after an edit", async () => {
    const lain = (await download()).replaceAll(TODAY, "2020-01-01");
    expect(
      (await send(lain)).body.rows.filter(({ change }: { change: string }) => change !== "same"),
    ).toEqual([]);
    const { body } = await send(
      lain.replace("hvac,call-out,AC call-out,hourly,hour,150.00", "hvac,call-out,,hourly,hour,160.00"),
    );
    expect(body.rows.filter(({ change }: { change: string }) => change !== "same")).toMatchObject([
      { change: "wrong", title: "hvac: AC call-out", problems: ["A price cannot start in the past"] },
    ]);
  });

  it("reports the effect of each row in a dry run and changes nothing", async () => {
    const csv = list(
      `hvac,call-out,,hourly,hour,180,160.50,,,,,${TODAY}`,
      `hvac,duct,Duct cleaning,fixed,unit,90.00,,,,45,,${TOMORROW}`,
    );
    const { body } = await send(csv);
    expect(body).toMatchObject({
      imported: false,
      rows: [
        { line: 2, change: "changed", title: "hvac: AC call-out" },
        { line: 3, change: "new", title: "hvac: Duct cleaning" },
      ],
    });
    expect(await shown("hvac")).toMatchObject({ fils: 150_00 });

    expect((await send(csv, false)).body).toMatchObject({ imported: true });
    expect(await shown("hvac")).toMatchObject({ fils: 180_00, nextFils: 160_50 });
    const rows = await caller.db
      .selectFrom("prices")
      .select(["item", "priceFils", "durationMin", "emergencySurcharge", "outOfHoursSurcharge"])
      .where("serviceId", "=", "hvac")
      .where("effectiveFrom", ">=", TODAY)
      .orderBy("item")
      .execute();
    const usual = { emergencySurcharge: 50, outOfHoursSurcharge: 25 };
    expect(rows).toEqual([
      { item: "call-out", priceFils: 180_00, durationMin: 60, ...usual },
      { item: "duct", priceFils: 90_00, durationMin: 45, ...usual },
    ]);
    expect((await readTrail(caller.db, { type: "service.prices-imported" })).at(-1)?.data).toEqual({
      count: 2,
    });
    // Importing it again changes nothing.
    expect((await send(csv)).body.rows.map(({ change }: { change: string }) => change)).toEqual([
      "same",
      "same",
    ]);
  });

  it("imports Arabic names from an optional column without a new price", async () => {
    const before = await caller.db.selectFrom("prices").select("id").execute();
    const csv = `${HEAD},name_ar\nplumbing,call-out,,hourly,hour,150,150,,,,,${TODAY},زيارة سباكة\n`;
    expect((await send(csv)).body.rows).toMatchObject([{ line: 2, change: "changed" }]);
    expect((await send(csv, false)).body).toMatchObject({ imported: true });
    const { nameAr } = await caller.db
      .selectFrom("prices")
      .select("nameAr")
      .where("serviceId", "=", "plumbing")
      .where("item", "=", "call-out")
      .executeTakeFirstOrThrow();
    expect(nameAr).toBe("زيارة سباكة");
    expect(await caller.db.selectFrom("prices").select("id").execute()).toHaveLength(before.length);
    expect(await download()).toContain("زيارة سباكة");
    expect((await send(csv)).body.rows).toMatchObject([{ change: "same" }]);
  });

  it("reports every wrong row and imports nothing", async () => {
    const csv = list(
      "plumbing,call-out,,hourly,hour,15o,,,,,,",
      "gardening,lawn,Lawn,fixed,visit,90,,,,,,",
      "plumbing,siphon,,fixed,visit,90,,,,,,",
      "plumbing,call-out,,hourly,hour,170,,900,,5,,2020-01-01",
      "plumbing,tap,Tap,fixed,,90,,,,,,",
      "plumbing,valve,Valve,fixed,visit,300,,,,,,24-Nov-26",
      "plumbing,valve,Valve,fixed,visit,320,,,,,,46353",
    );
    const { body } = await send(csv);
    const wrong = body.rows.filter(({ change }: { change: string }) => change === "wrong");
    expect(
      wrong.map(({ line, problems }: { line: number; problems: string[] }) => [line, problems.length]),
    ).toEqual([
      [2, 1],
      [3, 1],
      [4, 1],
      [5, 3],
      [6, 1],
      [8, 1],
    ]);
    expect(body.rows.at(-1)).toMatchObject({ line: 7, change: "new" });
    const { status, body: refused } = await send(csv, false);
    expect([status, refused.reason]).toEqual([409, "csv-invalid"]);
    expect(await caller.db.selectFrom("prices").select("id").where("item", "=", "valve").execute()).toEqual(
      [],
    );
  });

  it("refuses two prices for one item and day", async () => {
    const csv = list(
      `electrical,call-out,,hourly,hour,170,,,,,,${TOMORROW}`,
      `electrical,call-out,,hourly,hour,190,,,,,,${TOMORROW}`,
    );
    expect((await send(csv)).body.rows.map(({ change }: { change: string }) => change).sort()).toEqual([
      "changed",
      "wrong",
    ]);
  });

  it("refuses files that are not a price list", async () => {
    expect((await send("Hello")).body).toMatchObject({ reason: "csv-columns" });
    expect((await send(HEAD)).body).toMatchObject({ reason: "csv-empty" });
    expect((await send(`${HEAD}\n"`)).body).toMatchObject({ reason: "csv-unreadable" });
  });
});
