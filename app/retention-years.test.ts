import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { firstRetainedTaxDay, TAX_RECORD_YEARS } from "./features/core/business/financial-year";
import { settings, settingsOf } from "./features/core/business/settings";
import { m } from "./paraglide/messages";

/** Every place that names the years of tax records (docs/domain.md, "VAT and invoices", retention). */

const text = (...path: string[]) => readFileSync(join(import.meta.dirname, "..", ...path), "utf8");

it("keeps tax records for seven years everywhere", () => {
  expect(TAX_RECORD_YEARS).toBe(7);
  for (const { schema, default: years } of [settings.money.keepYears, settings.retention.trailYears]) {
    expect(years).toBe(TAX_RECORD_YEARS);
    expect(schema.safeParse(TAX_RECORD_YEARS).success).toBe(true);
    expect(schema.safeParse(TAX_RECORD_YEARS - 1).success).toBe(false);
  }
  expect(m.settings_money_retention_years_hint()).toContain(`at least ${TAX_RECORD_YEARS} years`);
  expect(text("db/schema.sql")).toMatch(
    new RegExp(
      `FUNCTION is_retention_over[^$]*\\$\\w*\\$\\s*SELECT issue_date \\+ interval '${TAX_RECORD_YEARS} years'`,
    ),
  );
  const domain = text("docs", "domain.md").replaceAll(/\s+/g, " ");
  expect(domain).toContain("**Retention**: at least seven years after the end of the financial year");
  expect(domain).toContain("**Retention**: at least as long as its setting (at least seven years)");
  const policy = text("app/features/website/content/legal/privacy-policy.en.ts");
  expect(policy).toMatch(
    /contracts and the records behind them: \$\{documentYears\} years after the end of the financial year/,
  );
});

it("ignores a stored period below the statutory one", () => {
  expect(settingsOf("money", { keepYears: 5 }).keepYears).toBe(TAX_RECORD_YEARS);
});

it("counts the years from the end of the financial year", () => {
  const calendar = { years: 7, lastMonth: 12 };
  expect(firstRetainedTaxDay("2033-12-31", calendar)).toBe("2026-01-01");
  expect(firstRetainedTaxDay("2034-01-01", calendar)).toBe("2027-01-01");
  const june = { years: 7, lastMonth: 6 };
  expect(firstRetainedTaxDay("2034-06-30", june)).toBe("2026-07-01");
  expect(firstRetainedTaxDay("2034-07-01", june)).toBe("2027-07-01");
  expect(firstRetainedTaxDay("2028-02-29", { years: 7, lastMonth: 2 })).toBe("2020-03-01");
});
