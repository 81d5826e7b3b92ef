import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { addCustomer, approveQuote, issueOne } from "../../../test/harness/company/billing";
import { addOfficeUser, foundCompany, officeCtx, setTrn } from "../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { getVatPercent } from "../business/queries.server";
import { planVatRate } from "../business/vat.server";
import { saveDraft } from "./commands/change-draft.server";
import { creditInvoice } from "./commands/credit-invoice.server";
import { draftInvoice } from "./commands/draft-invoice.server";
import { issueInvoice } from "./commands/issue-invoice.server";
import { issueDeposit } from "./draft/issue.server";
import { findInvoiceDetail } from "./office-list/office-queries.server";

/** VAT is to be 8% from 24 November 2026 on, Dubai's. */

let database: TestDatabase;
let customerId: string;
const at = (instant: string): Ctx => officeCtx(database.db, new Date(instant));
/** The last second of the old rate, and the first of the new one: Dubai is four hours ahead. */
const LAST = "2026-11-23T19:59:59Z";
const FIRST = "2026-11-23T20:00:00Z";

beforeAll(async () => {
  database = await createTestDatabase();
  await foundCompany(database.db);
  await addOfficeUser(database.db, new Date(LAST));
  await setTrn(database.db, "100000000000003");
  customerId = await addCustomer(at(LAST), { billing_address: "PO Box 1, Dubai" });
  expect(await planVatRate(at(LAST), { from: "2026-11-24", percent: 8 })).toEqual({ ok: true });
});
afterAll(() => database.close());

const detail = async (id: string) => (await findInvoiceDetail(at(FIRST), id))!;
const ratesOf = async (id: string) => (await detail(id)).lines.map(({ vatPercent }) => vatPercent);

/** Begun in the last second of the old rate. */
async function draftOf(supplyDate: string | null): Promise<string> {
  const begun = await draftInvoice(at(LAST), { customerId });
  if (!begun.ok) throw new Error(begun.reason);
  const line = {
    section: "",
    description: "AC service",
    quantityHundredths: 100,
    unit: "",
    unitFils: 250_00,
  };
  const free = { discountFils: 0, serviceId: null, priceId: null, deductsId: null, partContractId: null };
  const content = { propertyId: null, note: "", supplyDate, dueDate: null, lines: [{ ...line, ...free }] };
  const { version } = await detail(begun.id);
  const saved = await saveDraft(
    at(LAST),
    { id: begun.id, version },
    { ...content, discount: { kind: "none" } },
  );
  if (!saved.ok) throw new Error(saved.reason);
  return begun.id;
}

async function issue(ctx: Ctx, id: string): Promise<void> {
  const issued = await issueInvoice(ctx, { id, version: (await detail(id)).version });
  if (!issued.ok) throw new Error(issued.reason);
}

describe("another rate of VAT", () => {
  it("holds from Dubai's midnight on, for prices and for what is issued", async () => {
    expect(await getVatPercent(at(LAST))).toBe(5);
    expect(await getVatPercent(at(FIRST))).toBe(8);
    const before = await issueOne(at(LAST), customerId, 250_00);
    const after = await issueOne(at(FIRST), customerId, 250_00);
    expect(await detail(before.id)).toMatchObject({ totalFils: 250_00, vatFils: 11_90, netFils: 238_10 });
    expect(await detail(after.id)).toMatchObject({ totalFils: 250_00, vatFils: 18_52, netFils: 231_48 });
  });

  it("is none of a supply of before, whenever that is invoiced", async () => {
    const earlier = await draftOf("2026-11-23");
    const open = await draftOf(null);
    expect(await ratesOf(open)).toEqual([5]);
    await issue(at(FIRST), earlier);
    await issue(at(FIRST), open);
    expect(await ratesOf(earlier)).toEqual([5]);
    expect(await ratesOf(open)).toEqual([8]);
  });

  it("leaves a deposit of before the VAT that it was charged with, and charges the work its own", async () => {
    const quote = await approveQuote(at(LAST), customerId, { totalFils: 1000_00, depositFils: 300_00 });
    const deposit = await database.db
      .transaction()
      .execute((db) => issueDeposit({ ...at(LAST), db }, { quoteId: quote.id, fils: 300_00 }));
    expect(deposit).toMatchObject({ ok: true });
    const begun = await draftInvoice(at(FIRST), { quoteId: quote.id });
    if (!begun.ok) throw new Error(begun.reason);
    await issue(at(FIRST), begun.id);
    const { lines, totalFils, vatFils } = await detail(begun.id);
    const deducted = lines.at(-1)!;
    expect(deducted).toMatchObject({ grossFils: -300_00, vatPercent: 5, vatFils: -14_29 });
    const work = lines.slice(0, -1);
    expect(new Set(work.map(({ vatPercent }) => vatPercent))).toEqual(new Set([8]));
    // 1,000.00 × 8/108.
    expect(work.reduce((sum, line) => sum + line.vatFils, 0)).toBe(74_07);
    expect({ totalFils, vatFils }).toEqual({ totalFils: 700_00, vatFils: 74_07 - 14_29 });
  });

  it("changes nothing of what was issued: a credit note gives back what was charged, and revenue is net of it", async () => {
    const sum = async () => {
      const { rows } = await sql<{ fils: number }>`SELECT coalesce(sum(n), 0)::bigint AS fils FROM tallies
        WHERE figure = 'revenue' AND span = 'day'`.execute(database.db);
      return rows[0]!.fils;
    };
    const began = await sum();
    const before = await issueOne(at(LAST), customerId, 250_00);
    const after = await issueOne(at(FIRST), customerId, 250_00);
    expect((await sum()) - began).toBe(238_10 + 231_48);
    const credited = await creditInvoice(
      at(FIRST),
      { id: before.id, version: (await detail(before.id)).version },
      { kind: "whole" },
      { reason: "Not done", eventDate: "2026-11-23" },
    );
    expect(credited).toMatchObject({ ok: true });
    expect((await sum()) - began).toBe(231_48);
    expect(await ratesOf(after.id)).toEqual([8]);
  });

  it("is none of a business that is not registered", async () => {
    await setTrn(database.db, null);
    const { id } = await issueOne(at(FIRST), customerId, 250_00);
    expect(await detail(id)).toMatchObject({ totalFils: 250_00, vatFils: 0 });
    await setTrn(database.db, "100000000000003");
  });
});
