import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ARABIC } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { seedSampleContent } from "../../../../db/seed/content.server";
import { type Caller, createCaller } from "../../../../test/harness/company/booking-caller";
import { listOpeningHours } from "../../core/business/queries.server";
import {
  findServicePage,
  getLegalText,
  listPortfolio,
  listServiceGroups,
  listTestimonials,
} from "./queries.server";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
  await seedSampleContent(caller.ctx());
});
afterAll(() => caller.close());

const page = async (id: string) => (await findServicePage(caller.ctx(), id))!;

describe("service page", () => {
  it("returns pages for all services of the specification, handyman and emergencies", async () => {
    for (const { services } of await listServiceGroups(caller.ctx())) {
      for (const { id } of services) {
        const found = await page(id);
        for (const list of [found.included, found.jobs, found.steps, found.faqs])
          expect(list).not.toEqual([]);
      }
    }
    const listed = (await listServiceGroups(caller.ctx())).map(({ category, services }) => [
      category,
      services.map(({ id }) => id),
    ]);
    expect(listed).toEqual([
      ["systems", ["hvac", "electrical", "plumbing"]],
      ["finishes", ["painting", "tiling", "carpentry"]],
      ["upkeep", ["general-maintenance", "handyman"]],
      ["emergency", ["emergency"]],
    ]);
  });

  it("prices typical jobs from the price book: further hours, units, surveys", async () => {
    expect((await page("electrical")).jobs.map(({ quantity, fils }) => [quantity, fils])).toEqual([
      [1, 150_00],
      [2, 140_00],
      [1, 190_00],
      [3, 270_00],
      [1, 350_00],
    ]);
    expect((await page("general-maintenance")).jobs[1]).toMatchObject({ quantity: 4, fils: 520_00 });
    expect((await page("hvac")).jobs).toContainEqual(
      expect.objectContaining({
        title: "Full service, apartment with three units",
        quantity: 3,
        mode: "fixed",
        unit: "unit",
        fils: 750_00,
      }),
    );
    expect(new Set((await page("tiling")).jobs.map(({ fils }) => fils))).toEqual(new Set([null]));
  });

  it("fills prices and durations of the price book into texts", async () => {
    const plain = (text: string) => text.replaceAll("\u00a0", " ");
    const emergency = await page("emergency");
    const cost = emergency.faqs.find(({ question }) => question === "What does it cost?")!;
    expect(plain(cost.answer)).toMatch(/^AED 225 for the first hour, then AED 225 an hour/);
    expect((await page("painting")).duration).toBe("Studio: 1 day, 3-bedroom villa: 5 days");
    for (const { services } of await listServiceGroups(caller.ctx()))
      for (const { id, duration } of services) {
        expect([duration, JSON.stringify(await page(id))].join()).not.toMatch(/\{[a-z-]+\//);
      }
  });

  it("applies price book changes from midnight in Dubai and omits deleted items", async () => {
    const serviceId = "general-maintenance";
    await caller.db
      .insertInto("prices")
      .values({
        serviceId,
        item: "hour",
        name: "General maintenance",
        nameAr: "الصيانة المنزلية",
        mode: "hourly",
        unit: "hour",
        unitAr: "ساعة",
        priceFils: 140_00,
        nextHourFils: 100_00,
        isHeadline: true,
        effectiveFrom: "2026-12-01",
      })
      .execute();
    const pageAt = (instant: string) =>
      findServicePage({ ...caller.ctx(), now: new Date(instant) }, serviceId);
    const pricesAt = async (instant: string) => (await pageAt(instant))!.jobs.map(({ fils }) => fils);
    expect(await pricesAt("2026-11-30T19:59:59Z")).toEqual([260_00, 520_00, 260_00, 390_00]);
    expect(await pricesAt("2026-11-30T20:00:00Z")).toEqual([240_00, 440_00, 240_00, 340_00]);
    expect(JSON.stringify((await pageAt("2026-11-30T20:00:00Z"))!.faqs)).toMatch(
      /further hour costs AED.100/,
    );
    await caller.db
      .updateTable("serviceJobs")
      .set({ priceItem: "gone" })
      .where("serviceId", "=", serviceId)
      .where("position", "=", 0)
      .execute();
    expect(await pricesAt("2026-11-30T19:59:59Z")).toEqual([520_00, 260_00, 390_00]);
  });

  it("returns null for unknown and archived services and those without a page", async () => {
    expect(await findServicePage(caller.ctx(), "roofing")).toBeNull();
    expect(await findServicePage(caller.ctx(), "free-survey")).toBeNull();
    await caller.db.updateTable("services").set({ active: false }).where("id", "=", "carpentry").execute();
    expect(await findServicePage(caller.ctx(), "carpentry")).toBeNull();
    const groups = await listServiceGroups(caller.ctx());
    expect(groups.flatMap(({ services }) => services.map(({ id }) => id))).not.toContain("carpentry");
    expect((await listPortfolio(caller.ctx())).map(({ serviceId }) => serviceId)).not.toContain("carpentry");
    await caller.db.updateTable("services").set({ active: true }).where("id", "=", "carpentry").execute();
  });
});

describe("content in Arabic", () => {
  const inArabic = <Found>(read: () => Promise<Found>) => inLocale(ARABIC, read);
  const plain = (text: string) => text.replaceAll(/[\u00a0\u200f]/g, " ");

  it("translates every text of the seeded content", async () => {
    const { rows: columns } = await sql<{ table: string; column: string; english: string }>`
      SELECT table_name AS table, column_name AS column, left(column_name, -3) AS english
      FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name LIKE '%\\_ar'`.execute(caller.db);
    expect(columns.length).toBeGreaterThanOrEqual(26);
    const missing: string[] = [];
    for (const { table, column, english } of columns) {
      // Prices that need a survey have no unit.
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::integer AS count FROM ${sql.table(table)}
        WHERE ${sql.ref(column)} IS NULL AND ${sql.ref(english)}::text <> ''`.execute(caller.db);
      if (rows[0]!.count > 0) missing.push(`${table}.${column}: ${rows[0]!.count}`);
    }
    expect(missing).toEqual([]);
  });

  it("names the package in the FAQ of emergencies as the package is called", async () => {
    const { nameAr } = await caller.db
      .selectFrom("packages")
      .select("nameAr")
      .where("id", "=", "premium")
      .executeTakeFirstOrThrow();
    const { faqs } = await inArabic(() => page("emergency"));
    expect(JSON.stringify(faqs)).toContain(`الباقة ${nameAr}`);
  });

  it("shows service pages, finished work and testimonials in the language of the reader", async () => {
    expect((await page("hvac")).headline).toBe("Cold air again, the same day");
    const found = await inArabic(() => page("hvac"));
    expect(found.headline).toBe("هواء بارد من جديد، في اليوم نفسه");
    const { serviceId: _, packageId: _package, jobs, ...texts } = found;
    const words = JSON.stringify([texts, jobs.map(({ title }) => title)]);
    expect(words.replaceAll(/"\w+":/g, "").match(/[A-Za-z]{2,}/g)).toBeNull();
    expect((await inArabic(() => listPortfolio(caller.ctx(), "tiling")))[0]).toMatchObject({
      title: "بلاط جديد لشرفة",
      area: "جميرا بيتش ريزيدنس",
      duration: "4 أيام",
    });
    expect((await inArabic(() => listTestimonials(caller.ctx())))[0]).toMatchObject({
      clientName: "عائشة المري",
      role: "مالكة فيلا، المرابع العربية",
    });
  });

  it("fills prices and durations of the price book into Arabic texts", async () => {
    const emergency = await inArabic(() => page("emergency"));
    expect(plain(emergency.faqs[1]!.answer)).toContain("225");
    expect((await inArabic(() => page("painting"))).duration).toBe(
      "الاستوديو: يوم واحد، فيلا من 3 غرف نوم: 5 أيام",
    );
    for (const { services } of await inArabic(() => listServiceGroups(caller.ctx())))
      for (const { id, duration } of services)
        expect([duration, JSON.stringify(await inArabic(() => page(id)))].join()).not.toMatch(/\{[a-z-]+\//);
  });

  it("keeps phone numbers in legal texts in their order from left to right", async () => {
    for (const text of ["privacy", "terms"] as const) {
      const written = JSON.stringify(await inLocale(ARABIC, () => getLegalText(caller.ctx(), text)));
      const phones = written.match(/.\+971[\d ]+./g) ?? [];
      expect(phones).not.toEqual([]);
      for (const phone of phones) expect(phone).toMatch(/^\u2066\+971[\d ]+\u2069$/);
    }
  });

  it("falls back to English for each text without Arabic", async () => {
    await caller.db
      .updateTable("servicePages")
      .set({ introductionAr: null, includedAr: null })
      .where("serviceId", "=", "tiling")
      .execute();
    const found = await inArabic(() => page("tiling"));
    expect(found.introduction).toMatch(/^Porcelain, marble/);
    expect(found.included).toHaveLength(5);
    expect(found.headline).toBe("أرضيات مستوية تدوم");
  });
});

describe("finished work and testimonials", () => {
  it("lists published work and testimonials in the office's order", async () => {
    expect(await listPortfolio(caller.ctx())).toHaveLength(8);
    expect(await listPortfolio(caller.ctx(), "painting")).toMatchObject([
      { serviceName: "Painting & Decoration", area: "The Springs", drawing: "painted-room" },
    ]);
    const voices = await listTestimonials(caller.ctx());
    expect(voices.map(({ clientName }) => clientName)).toEqual([
      "Aisha Al Marri",
      "Daniel Weber",
      "Priya Nair",
    ]);
    expect(voices[0]).toMatchObject({ role: "Villa owner, Arabian Ranches", photoId: null });
    await caller.db
      .updateTable("testimonials")
      .set({ published: false })
      .where("clientName", "=", "Daniel Weber")
      .execute();
    await caller.db
      .updateTable("portfolioItems")
      .set({ published: false })
      .where("serviceId", "=", "hvac")
      .execute();
    expect(await listTestimonials(caller.ctx())).toHaveLength(2);
    expect(await listPortfolio(caller.ctx(), "hvac")).toEqual([]);
  });
});

it("states opening hours in Dubai time and omits closed days", async () => {
  const hours = await listOpeningHours(caller.ctx());
  expect(hours.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(hours[0]).toEqual({ weekday: 1, opensAt: "08:00", closesAt: "20:00" });
});
