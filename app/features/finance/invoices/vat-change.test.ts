import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import {
  addCustomer,
  createApprovedQuote,
  createIssuedInvoice,
} from "../../../../test/harness/company/billing";
import { addOfficeUser, createCompany, officeCtx, setTrn } from "../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { getVatPercent } from "../../core/business/queries.server";
import { planVatRate } from "../../core/business/vat-rates.server";
import { createQuoteForCustomer, reviseQuote } from "../quotes/commands/draft.server";
import { findQuoteDetail } from "../quotes/office/detail-queries.server";
import { saveDraft } from "./commands/change-draft.server";
import { creditInvoice } from "./commands/credit-invoice.server";
import { draftInvoice } from "./commands/draft-invoice.server";
import { issueInvoice } from "./commands/issue-invoice.server";
import { issueDepositInvoice } from "./draft/issue.server";
import { findInvoiceDetail } from "./office/detail-queries.server";

/** The rate changes to 8% on 24 November 2026, Asia/Dubai. */

let database: TestDatabase;
let customerId: string;
const at = (instant: string): Ctx => officeCtx(database.db, new Date(instant));
/** Last second of the old rate and first of the new one, in UTC (Dubai is UTC+4). */
const LAST = "2026-11-23T19:59:59Z";
const FIRST = "2026-11-23T20:00:00Z";

beforeAll(async () => {
  database = await createTestDatabase();
  await createCompany(database.db);
  await addOfficeUser(database.db, new Date(LAST));
  await setTrn(database.db, "100000000000003");
  customerId = await addCustomer(at(LAST), { billingAddress: "PO Box 1, Dubai" });
  expect(await planVatRate(at(LAST), { from: "2026-11-24", percent: 8 })).toEqual({ ok: true });
});
afterAll(() => database.drop());

const detail = async (id: string) => (await findInvoiceDetail(at(FIRST), id))!;
const ratesOf = async (id: string) => (await detail(id)).lines.map(({ vatPercent }) => vatPercent);

/** Drafted in the last second of the old rate. */
async function createDraft(supplyDate: string | null): Promise<string> {
  const draft = await draftInvoice(at(LAST), { customerId });
  if (!draft.ok) throw new Error(draft.reason);
  const line = {
    section: "",
    description: "AC service",
    quantityHundredths: 100,
    unit: "",
    unitFils: 250_00,
  };
  const free = {
    discountFils: 0,
    serviceId: null,
    priceId: null,
    deductsId: null,
    partContractId: null,
    vatTreatment: "standard" as const,
  };
  const content = { propertyId: null, note: "", supplyDate, dueDate: null, lines: [{ ...line, ...free }] };
  const { version } = await detail(draft.id);
  const saved = await saveDraft(
    at(LAST),
    { id: draft.id, version },
    { ...content, discount: { kind: "none" } },
  );
  if (!saved.ok) throw new Error(saved.reason);
  return draft.id;
}

async function issue(ctx: Ctx, id: string): Promise<void> {
  const issued = await issueInvoice(ctx, { id, version: (await detail(id)).version });
  if (!issued.ok) throw new Error(issued.reason);
}

describe("VAT rate change", () => {
  it("applies from midnight in Dubai to prices and issued invoices", async () => {
    expect(await getVatPercent(at(LAST))).toBe(5);
    expect(await getVatPercent(at(FIRST))).toBe(8);
    const before = await createIssuedInvoice(at(LAST), customerId, 250_00);
    const after = await createIssuedInvoice(at(FIRST), customerId, 250_00);
    expect(await detail(before.id)).toMatchObject({ totalFils: 250_00, vatFils: 11_90, netFils: 238_10 });
    expect(await detail(after.id)).toMatchObject({ totalFils: 250_00, vatFils: 18_52, netFils: 231_48 });
  });

  it("keeps the old rate for earlier supplies that are invoiced later", async () => {
    const earlier = await createDraft("2026-11-23");
    const open = await createDraft(null);
    expect(await ratesOf(open)).toEqual([5]);
    await issue(at(FIRST), earlier);
    await issue(at(FIRST), open);
    expect(await ratesOf(earlier)).toEqual([5]);
    expect(await ratesOf(open)).toEqual([8]);
  });

  it("keeps the deposit's VAT and charges the work at the new rate", async () => {
    const quote = await createApprovedQuote(at(LAST), customerId, {
      totalFils: 1000_00,
      depositFils: 300_00,
    });
    const deposit = await database.db
      .transaction()
      .execute((db) =>
        issueDepositInvoice({ ...at(LAST), db }, { quoteId: quote.id, fils: 300_00, paidOn: "2026-11-23" }),
      );
    expect(deposit).toMatchObject({ ok: true });
    const draft = await draftInvoice(at(FIRST), { quoteId: quote.id });
    if (!draft.ok) throw new Error(draft.reason);
    await issue(at(FIRST), draft.id);
    const { lines, totalFils, vatFils } = await detail(draft.id);
    const deducted = lines.at(-1)!;
    expect(deducted).toMatchObject({ grossFils: -300_00, vatPercent: 5, vatFils: -14_29 });
    const work = lines.slice(0, -1);
    expect(new Set(work.map(({ vatPercent }) => vatPercent))).toEqual(new Set([8]));
    // 1,000.00 × 8/108.
    expect(work.reduce((sum, line) => sum + line.vatFils, 0)).toBe(74_07);
    expect({ totalFils, vatFils }).toEqual({ totalFils: 700_00, vatFils: 74_07 - 14_29 });
  });

  it("shows the new rate in the next version of a quote that was sent before", async () => {
    const quote = await createQuoteForCustomer(at(LAST), { customerId, propertyId: null });
    if (!quote.ok) throw new Error(quote.reason);
    const { id } = quote;
    await database.db
      .updateTable("quoteRevisions")
      .set({ sentAt: new Date(LAST) })
      .where("quoteId", "=", id)
      .execute();
    await database.db
      .updateTable("quotes")
      .set({ state: "sent", sentAt: new Date(LAST), validUntil: "2026-12-20" })
      .where("id", "=", id)
      .execute();
    expect((await findQuoteDetail(at(FIRST), id))!.vatPercent).toBe(5);
    expect(await reviseQuote(at(FIRST), { id, version: 1 })).toEqual({ ok: true });
    expect((await findQuoteDetail(at(FIRST), id))!.vatPercent).toBe(8);
  });

  it("credits at the rate charged and keeps revenue net of VAT", async () => {
    const sum = async () => {
      const { rows } = await sql<{ fils: number }>`SELECT coalesce(sum(value), 0)::bigint AS fils FROM tallies
        WHERE figure = 'revenue' AND span = 'day'`.execute(database.db);
      return rows[0]!.fils;
    };
    const initial = await sum();
    const before = await createIssuedInvoice(at(LAST), customerId, 250_00);
    const after = await createIssuedInvoice(at(FIRST), customerId, 250_00);
    expect((await sum()) - initial).toBe(238_10 + 231_48);
    const credited = await creditInvoice(
      at(FIRST),
      { id: before.id, version: (await detail(before.id)).version },
      { kind: "whole" },
      { reason: "Not done", eventDate: "2026-11-23" },
    );
    expect(credited).toMatchObject({ ok: true });
    expect((await sum()) - initial).toBe(231_48);
    expect(await ratesOf(after.id)).toEqual([8]);
  });

  it("does not apply to a business without a TRN", async () => {
    await setTrn(database.db, null);
    const { id } = await createIssuedInvoice(at(FIRST), customerId, 250_00);
    expect(await detail(id)).toMatchObject({ totalFils: 250_00, vatFils: 0 });
    await setTrn(database.db, "100000000000003");
  });
});
