import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ARABIC } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { addDays, dubaiDate } from "~/platform/time";
import { createCompany, officeCtx } from "../../../../test/harness/company/company";
import { createTestApp, type TestApp } from "../../../../test/harness/http-app";
import { changeSettings } from "./commands.server";
import { getBusiness, listOpeningHours, listSettings } from "./queries.server";
import { officeAddress, readSettings } from "./read-settings.server";
import { settingsSections } from "./sections";
import { type SettingGroup, settingGroups, settings, settingsOf } from "./settings";

const password = "a password of mine";
let app: TestApp;
let cookie: string;

beforeAll(async () => {
  app = await createTestApp();
  await createCompany(app.db);
  await app.addUser({ email: "boss@company.example", password, role: "admin" });
  cookie = await app.signIn({ email: "boss@company.example", password });
});
afterAll(() => app.close());

const ctx = () => officeCtx(app.db);

const save = (group: string, body: unknown) => app.post(`/api/admin/settings/${group}`, body, { cookie });

const business = {
  name: "Cornerstone",
  nameArabic: "ركن",
  tagline: "We mend",
  taglineArabic: "نصلح",
  projects: "300",
  experience: "4+",
  phone: "04 555 0100",
  emergencyPhone: "+971 50 000 0199",
  whatsapp: "0500000100",
  email: "Hello@Cornerstone.example",
  officeEmail: "office@cornerstone.example",
  address: "1 Test Street, Dubai",
  addressArabic: "1 شارع الاختبار، دبي",
  serviceArea: "Dubai",
  serviceAreaArabic: "",
  trn: "",
  legalName: "",
  licence: " CN-123456 ",
  instagram: "",
};

describe("settings", () => {
  it("returns defaults until a setting is changed", async () => {
    const groups = await listSettings(ctx());
    expect(groups.map(({ group }) => group)).toEqual(settingGroups);
    const retention = groups.find(({ group }) => group === "retention");
    expect(retention).toMatchObject({ version: 0, values: { mailDays: 400, clientErrorDays: 90 } });
    expect(await listOpeningHours(ctx())).toEqual([]);
    // Claims of the website in the client's words.
    expect(await getBusiness(ctx())).toMatchObject({ projects: "2500+", experience: "10+" });
  });

  it("lists email as the only channel while no service for texts is configured", async () => {
    const answer = await app.http.request("/api/admin/message-channels", { headers: { cookie } });
    expect(await answer.json()).toEqual({ channels: ["email"] });
  });

  it("applies changes immediately in normalised form", async () => {
    const { version } = await readSettings(ctx(), "business");
    const answer = await save("business", { version, values: business });
    expect(answer.status).toBe(200);
    expect(await getBusiness(ctx())).toEqual({
      ...business,
      alternateName: business.nameArabic,
      serviceAreaArabic: null,
      logo: null,
      phone: "+97145550100",
      emergencyPhone: "+971500000199",
      whatsapp: "+971500000100",
      email: "hello@cornerstone.example",
      vatRegistered: "no",
      trn: null,
      legalName: null,
      licence: "CN-123456",
      instagram: null,
    });
  });

  it("describes the business in the language of the reader, with English where Arabic is missing", async () => {
    expect(await inLocale(ARABIC, () => getBusiness(ctx()))).toMatchObject({
      name: "ركن",
      alternateName: "Cornerstone",
      tagline: "نصلح",
      address: "1 شارع الاختبار، دبي",
      serviceArea: "Dubai",
    });
  });

  it("rejects invalid values beside the field and changes nothing", async () => {
    const { version, values } = await readSettings(ctx(), "business");
    const wrong = { ...business, name: "", trn: "123", instagram: "instagram", phone: "12" };
    const answer = await save("business", { version, values: wrong });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: Record<string, string> };
    expect(Object.keys(errors).sort()).toEqual(["instagram", "name", "phone", "trn"]);
    expect((await readSettings(ctx(), "business")).values).toEqual(values);
  });

  it("rejects a closing time before the opening time and names the day", async () => {
    const week = [
      { weekday: 1, opensAt: "08:00", closesAt: "18:00" },
      { weekday: 2, opensAt: "18:00", closesAt: "08:00" },
    ];
    const answer = await save("hours", { version: 0, values: { week } });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: Record<string, string> };
    expect(Object.keys(errors)[0]).toMatch(/^week\.1/);
  });

  it("rejects concurrent saves from a stale version", async () => {
    const values = (days: number) => ({
      mailDays: days,
      securityEventDays: 365,
      clientErrorDays: 90,
      pageEventDays: 760,
    });
    const first = await Promise.all(
      [100, 200, 300, 400].map((days) => changeSettings(ctx(), "retention", 0, values(days))),
    );
    expect(first.filter(({ ok }) => ok)).toHaveLength(1);
    const late = await save("retention", { version: 0, values: values(500) });
    expect(late.status).toBe(409);
    expect(((await late.json()) as { reason: string }).reason).toBe("stale");
    expect((await readSettings(ctx(), "retention")).version).toBe(1);
  });

  it("plans a VAT rate from tomorrow at the earliest, revocable until then", async () => {
    const tomorrow = addDays(dubaiDate(new Date()), 1);
    const plan = (rate: unknown) => app.post("/api/admin/vat-rates", rate, { cookie });
    const drop = (from: string) => app.post(`/api/admin/vat-rates/${from}/remove`, {}, { cookie });
    const first = { from: "2018-01-01", percent: 5 };
    const planned = await plan({ from: tomorrow, percent: "8" });
    expect(planned.status).toBe(200);
    expect(await planned.json()).toEqual({ rates: [first, { from: tomorrow, percent: 8 }] });
    for (const wrong of [
      { from: dubaiDate(new Date()), percent: 8 },
      { from: "2026-02-30", percent: 8 },
      { from: tomorrow, percent: 51 },
      { from: tomorrow, percent: 7.5 },
    ])
      expect((await plan(wrong)).status).toBe(400);
    expect((await drop(first.from)).status).toBe(409);
    expect(await (await drop(tomorrow)).json()).toEqual({ rates: [first] });
    expect((await drop(tomorrow)).status).toBe(404);
  });

  it("rejects an unknown group", async () => {
    expect((await save("nonsense", { version: 0, values: {} })).status).toBe(404);
  });

  it("keeps settings that a change does not name", async () => {
    const { version } = await readSettings(ctx(), "promise");
    expect((await save("promise", { version, values: { contactMinutes: 90 } })).status).toBe(200);
    expect((await readSettings(ctx(), "promise")).values).toEqual({
      contactMinutes: 90,
      contactRuns: "always",
    });
  });

  it("fall back to the office address for notifications", async () => {
    const { version } = await readSettings(ctx(), "notifications");
    await save("notifications", { version, values: { money: "Accounts@Company.example", bookings: "" } });
    expect(await officeAddress(ctx(), "money")).toBe("accounts@company.example");
    expect(await officeAddress(ctx(), "bookings")).toBe(business.officeEmail);
  });

  it("record changed fields and values in the audit trail", async () => {
    const { version } = await readSettings(ctx(), "bookings");
    await changeSettings(ctx(), "bookings", version, { cutOffHours: 24, notificationDelayMinutes: 1 });
    const entry = await app.db
      .selectFrom("trail")
      .innerJoin("trailValues", "trailValues.trailId", "trail.id")
      .select(["fields", "before", "after"])
      .where("type", "=", "settings.changed")
      .orderBy("trail.id", "desc")
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      fields: ["cutOffHours"],
      before: { cutOffHours: 12 },
      after: { cutOffHours: 24 },
    });
  });
});

it("ignore stored values that no longer satisfy their rule", () => {
  expect(settingsOf("bookings", { cutOffHours: -5 })).toMatchObject({ cutOffHours: 12 });
});

it("every numeric and choice default satisfies its rule", () => {
  for (const group of settingGroups) {
    for (const [name, { field, schema, default: standard }] of Object.entries(
      settings[group as SettingGroup] as Record<
        string,
        {
          field: { kind: string };
          schema: { safeParse(value: unknown): { success: boolean } };
          default: unknown;
        }
      >,
    )) {
      if (field.kind === "number" || field.kind === "choice")
        expect(schema.safeParse(standard).success, `${group}.${name}`).toBe(true);
    }
  }
});

it("every setting belongs to one section", () => {
  const placed = Object.values(settingsSections).flatMap(({ parts }) =>
    parts.flatMap(({ group, names }) => names.map((name) => `${group}.${name}`)),
  );
  const all = settingGroups.flatMap((group) =>
    Object.keys(settings[group]).map((name) => `${group}.${name}`),
  );
  expect(placed.toSorted()).toEqual(all.toSorted());
});
