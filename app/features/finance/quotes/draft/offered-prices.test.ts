import { afterAll, beforeAll, expect, it } from "vitest";
import { inLocale } from "~/platform/locale/locale.server";
import { officeCtx } from "../../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../../test/harness/servers/database";
import { listOfferedPrices } from "./offered-prices.server";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ contents: "company" });
});
afterAll(() => database.drop());

it("offers the texts of a line in the customer's language, under names in the office's", async () => {
  const ctx = officeCtx(database.db);
  const english = await listOfferedPrices(ctx, "en");
  const forArabicReader = await listOfferedPrices(ctx, "ar");
  expect(english.prices.length).toBeGreaterThan(10);
  expect(forArabicReader.prices.map(({ id, label, serviceName }) => ({ id, label, serviceName }))).toEqual(
    english.prices.map(({ id, description, serviceName }) => ({ id, label: description, serviceName })),
  );
  expect(forArabicReader.services).toEqual(english.services);
  for (const { description, unit } of forArabicReader.prices) {
    expect(description).toMatch(/\p{Script=Arabic}/u);
    expect(unit).not.toMatch(/[a-z]/i);
  }

  const arabicOffice = await inLocale("ar", () => listOfferedPrices(ctx, "en"));
  expect(arabicOffice.prices.map(({ description, unit }) => ({ description, unit }))).toEqual(
    english.prices.map(({ description, unit }) => ({ description, unit })),
  );
  expect(arabicOffice.prices.every(({ label }) => /\p{Script=Arabic}/u.test(label))).toBe(true);
});
