import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Locale } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import {
  type Caller,
  createCaller,
  NOW,
  TODAY,
  TOMORROW,
} from "../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../test/harness/company/trail";
import type { PackageBook } from "./package-price";
import { listPackages } from "./queries.server";

/** Package price changes; contracts keep the price of their day. */

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
});
afterEach(() => {
  vi.setSystemTime(NOW);
});
afterAll(() => caller.close());

const plan = (fils: number, effectiveFrom: string, packageId = "plus", propertyType = "villa-3br") =>
  caller.call("POST", "/api/admin/package-prices", { packageId, propertyType, fils, effectiveFrom }, admin);
const withdraw = (id: string) => caller.call("POST", `/api/admin/package-prices/${id}/withdraw`, {}, admin);
const pricesOf = (body: PackageBook, packageId = "plus", propertyType = "villa-3br") =>
  body.packages
    .find(({ id }) => id === packageId)!
    .prices.filter((price) => price.propertyType === propertyType);
async function requestedPrice(phone: string): Promise<number> {
  const { service: _, ...contract } = await caller.form({
    phone,
    email: `${phone}@example.com`,
    packageId: "plus",
    propertyType: "villa-3br",
  });
  const { body } = await caller.call("POST", "/api/contracts/requests", contract);
  const { priceFils } = await caller.db
    .selectFrom("contracts")
    .innerJoin("packagePrices", "packagePrices.id", "contracts.priceId")
    .select("packagePrices.priceFils")
    .where("contracts.id", "=", body.contractId)
    .executeTakeFirstOrThrow();
  return priceFils;
}

describe("package price", () => {
  it("applies from its day while earlier requests keep their price", async () => {
    expect(await requestedPrice("0501110001")).toBe(4_500_00);
    const { status, body } = await plan(4_800_00, TOMORROW);
    expect(status).toBe(200);
    expect(pricesOf(body)).toMatchObject([
      { fils: 4_800_00, effectiveFrom: TOMORROW, canWithdraw: true },
      { fils: 4_500_00, canWithdraw: false },
    ]);
    expect(await requestedPrice("0501110002")).toBe(4_500_00);
    vi.setSystemTime(new Date(`${TOMORROW}T00:00:00+04:00`));
    expect(await requestedPrice("0501110003")).toBe(4_800_00);
    const [entry] = await readTrail(caller.db, { type: "package.price-planned" });
    expect(entry).toMatchObject({ before: { fils: 4_500_00 }, after: { fils: 4_800_00 } });
  });

  it("can be withdrawn until a contract uses it or it takes effect", async () => {
    const planned = pricesOf(
      (await plan(3_900_00, TODAY, "essential", "villa-4br")).body,
      "essential",
      "villa-4br",
    );
    const { status, body } = await withdraw(planned[0]!.id);
    expect(status).toBe(200);
    expect(pricesOf(body, "essential", "villa-4br")).toHaveLength(1);
    expect((await withdraw(planned[0]!.id)).body).toMatchObject({ reason: "not-found" });

    const usedPrice = pricesOf((await plan(4_600_00, TODAY)).body).find(({ fils }) => fils === 4_600_00)!;
    await requestedPrice("0501110004");
    expect((await withdraw(usedPrice.id)).body).toMatchObject({ reason: "booked" });
    vi.setSystemTime(new Date(`${TOMORROW}T09:00:00+04:00`));
    expect((await withdraw(usedPrice.id)).body).toMatchObject({ reason: "in-force" });
  });

  it("rejects unchanged, past and invalid prices", async () => {
    const other = (fils: number, day: string) => plan(fils, day, "premium", "villa-4br");
    expect((await other(10_500_00, TOMORROW)).body).toMatchObject({ reason: "unchanged" });
    expect((await other(11_000_00, TOMORROW)).status).toBe(200);
    expect((await other(11_500_00, TOMORROW)).body).toMatchObject({ reason: "day-taken" });
    expect((await plan(1_00, TOMORROW, "gold")).body.errors).toHaveProperty("packageId");
    expect((await other(11_000_00, "2026-11-01")).status).toBe(400);
    expect((await other(0, TOMORROW)).status).toBe(400);
    expect((await other(1.5, TOMORROW)).status).toBe(400);
  });

  it("shows the texts that the office writes in both languages", async () => {
    const texts = {
      name: "Essential",
      nameAr: " الأساسية ",
      summary: "Two AC services a year.",
      summaryAr: "",
    };
    const edit = (change: object, packageId = "essential", as = admin) =>
      caller.call("POST", `/api/admin/packages/${packageId}/edit`, { ...texts, ...change }, as);
    const book: PackageBook = (await caller.call("GET", "/api/admin/package-prices", undefined, admin)).body;
    const { version } = book.packages.find(({ id }) => id === "essential")!;
    const { status, body } = await edit({ version });
    expect(status).toBe(200);
    expect(body.packages.find(({ id }: { id: string }) => id === "essential")).toMatchObject({
      ...texts,
      nameAr: "الأساسية",
      summaryAr: null,
      version: version + 1,
    });
    expect(await edit({ version, nameAr: "أخرى" })).toMatchObject({
      status: 409,
      body: { reason: "stale", message: expect.stringContaining("package") },
    });
    const shown = async (locale: Locale) =>
      (await inLocale(locale, () => listPackages(caller.ctx()))).find(({ id }) => id === "essential");
    expect(await shown("en")).toMatchObject({ name: "Essential", summary: texts.summary });
    expect(await shown("ar")).toMatchObject({ name: "الأساسية", summary: texts.summary });
    const [entry] = await readTrail(caller.db, { type: "package.edited" });
    expect(entry).toMatchObject({ after: { summary: texts.summary, summaryAr: null } });

    expect((await edit({ version: 1, name: " " })).body.errors).toHaveProperty("name");
    expect((await edit({ version: 1 }, "gold")).body).toMatchObject({ reason: "not-found" });
    expect((await edit({ version: 2 }, "essential", {})).status).toBe(401);
  });

  it("database: refuses updates", async () => {
    const change = caller.db.updateTable("packagePrices").set({ priceFils: 1 });
    await expect(change.execute()).rejects.toThrow("immutable");
  });
});
