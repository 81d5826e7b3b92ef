import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { rounds, seedOfRun } from "../../../../test/faults/rounds";
import {
  addOfficeUser,
  applyTransitions,
  book,
  createCompany,
  officeCtx,
  setTrn,
} from "../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { approveQuote } from "../quotes/commands/answer.server";
import { convertQuote } from "../quotes/commands/convert.server";
import { createQuoteForBooking, duplicateQuote, saveDraft } from "../quotes/commands/draft.server";
import { sendQuote } from "../quotes/commands/send.server";
import { type QuoteDraft, quoteDraftSchema } from "../quotes/schema";
import { draftInvoice } from "./commands/draft-invoice.server";
import { issueInvoice } from "./commands/issue-invoice.server";

const NOW = new Date("2026-11-23T05:00:00Z");
let database: TestDatabase;
let ctx: Ctx;
let propertyId: string;
let sourceId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = officeCtx(database.db, NOW);
  await createCompany(database.db);
  await addOfficeUser(database.db, NOW);
  await setTrn(database.db, "100000000000003");
  const bookingId = await book(ctx);
  sourceId = idOf(await createQuoteForBooking(ctx, bookingId));
  const quote = database.db.selectFrom("quotes").select("propertyId").where("id", "=", sourceId);
  propertyId = (await quote.executeTakeFirstOrThrow()).propertyId!;
});
afterAll(() => database.drop());
beforeEach(() => expect(propertyId).toBeTruthy());

function idOf(result: { ok: true; id: string } | { ok: false; reason: string }): string {
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}
function mustSucceed(result: { ok: boolean }): void {
  expect(result).toMatchObject({ ok: true });
}

const seen = async (table: "quotes" | "invoices", id: string) => {
  const row = database.db.selectFrom(table).select("version").where("id", "=", id);
  return { id, version: (await row.executeTakeFirstOrThrow()).version };
};

const line = fc.record({
  quantityHundredths: fc.integer({ min: 1, max: 2_000 }),
  // No line rounds to zero, because work that is free has no invoice.
  unitFils: fc.integer({ min: 100, max: 90_000 }),
});
const terms = fc.record({
  required: fc.array(line, { maxLength: 2 }),
  options: fc.array(line, { minLength: 1, maxLength: 2 }),
  discount: fc.oneof(
    fc.constant({ kind: "none" as const }),
    fc.record({ kind: fc.constant("amount" as const), fils: fc.integer({ min: 1, max: 60_000 }) }),
    fc.record({ kind: fc.constant("percent" as const), hundredths: fc.integer({ min: 1, max: 9_900 }) }),
  ),
  depositPercent: fc.constantFrom(0, 30),
});

const grossOf = ({ quantityHundredths, unitFils }: { quantityHundredths: number; unitFils: number }) =>
  Math.round((quantityHundredths * unitFils) / 100);

/** Follows one approved choice through booking and completion to the issued invoice; returns its total. */
async function invoiceChoice(draft: QuoteDraft, chosenPositions: number[]): Promise<number> {
  const id = idOf(await duplicateQuote(ctx, sourceId));
  mustSucceed(await saveDraft(ctx, await seen("quotes", id), draft));
  mustSucceed(await sendQuote(ctx, await seen("quotes", id), "link"));
  const customer: Ctx = { ...ctx, actor: { role: "link-holder", document: { kind: "quote", id } } };
  mustSucceed(await approveQuote(customer, id, { revision: 1, name: "Aisha", chosenPositions }));
  mustSucceed(await convertQuote(ctx, await seen("quotes", id), "new"));
  const quote = await database.db
    .selectFrom("quotes")
    .select(["workBookingId", "totalFils"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const bookingId = quote.workBookingId!;
  await database.db.updateTable("bookings").set({ state: "work_done" }).where("id", "=", bookingId).execute();
  await applyTransitions(database.db, bookingId, "complete");
  const invoiceId = idOf(await draftInvoice(ctx, { bookingId }));
  mustSucceed(await issueInvoice(ctx, await seen("invoices", invoiceId)));
  const invoice = await database.db
    .selectFrom("invoices")
    .select(["state", "totalFils"])
    .where("id", "=", invoiceId)
    .executeTakeFirstOrThrow();
  expect(invoice).toEqual({ state: "issued", totalFils: quote.totalFils });
  return invoice.totalFils;
}

it("property: each choice of options that a quote allows is invoiced at its total, to the fils", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(terms, async ({ required, options, discount, depositPercent }) => {
      const lines = [...required, ...options].map((one, at) => ({
        ...{ section: "", description: "Work", unit: "", serviceId: null, priceId: null },
        ...{ ...one, optional: at >= required.length, partContractId: null, discountFils: 0 },
      }));
      const content = {
        ...{ title: "Work", introduction: "", terms: "", validDays: 14, photoIds: [] },
        ...{ lines, discount, depositPercent, serviceId: "plumbing", propertyId },
      };
      const draft = quoteDraftSchema.safeParse(content);
      fc.pre(draft.success);
      for (let choice = 0; choice < 2 ** options.length; choice++) {
        const ticked = options.flatMap((_, at) => (choice & (1 << at) ? [required.length + at + 1] : []));
        if (required.length === 0 && ticked.length === 0) continue;
        const whole = lines
          .filter(({ optional }, at) => !optional || ticked.includes(at + 1))
          .reduce((sum, one) => sum + grossOf(one), 0);
        const off =
          discount.kind === "none"
            ? 0
            : discount.kind === "amount"
              ? discount.fils
              : Math.round((whole * discount.hundredths) / 10_000);
        const total = await invoiceChoice(draft.data!, ticked);
        expect(total).toBe(whole - off);
        expect(total).toBeGreaterThan(0);
      }
    }),
    { numRuns: rounds({ short: 3, long: 60 }), seed: seedOfRun() },
  );
});
