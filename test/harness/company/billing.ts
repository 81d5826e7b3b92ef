import { randomUUID } from "node:crypto";
import { saveDraft } from "~/features/finance/invoices/commands/change-draft.server";
import { draftInvoice } from "~/features/finance/invoices/commands/draft-invoice.server";
import { issueInvoice } from "~/features/finance/invoices/commands/issue-invoice.server";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";

/** A customer who can be invoiced. */
export async function addCustomer(ctx: Ctx, overrides: Record<string, unknown> = {}): Promise<string> {
  const row = { name: "Noura Al Ketbi", email: "noura@example.com", createdAt: ctx.now, ...overrides };
  return (await ctx.db.insertInto("customers").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** An issued invoice of one line, created through the office's commands. */
export async function createIssuedInvoice(
  ctx: Ctx,
  customerId: string,
  fils: number,
  {
    dueDate = null as string | null,
    bookingId = null as string | null,
    supplyDate = null as string | null,
  } = {},
): Promise<{ id: string; reference: string }> {
  const draft = await draftInvoice(ctx, bookingId ? { bookingId } : { customerId });
  if (!draft.ok) throw new Error(draft.reason);
  const line = {
    section: "",
    description: "AC service",
    quantityHundredths: 100,
    unit: "",
    unitFils: fils,
    discountFils: 0,
    serviceId: null,
    priceId: null,
    deductsId: null,
    partContractId: null,
    vatTreatment: "standard" as const,
  };
  const content = { propertyId: null, note: "", supplyDate, dueDate, lines: [line] };
  const saved = await saveDraft(
    ctx,
    { id: draft.id, version: await versionOf(ctx, draft.id) },
    { ...content, discount: { kind: "none" } },
  );
  if (!saved.ok) throw new Error(saved.reason);
  const issued = await issueInvoice(ctx, { id: draft.id, version: await versionOf(ctx, draft.id) });
  if (!issued.ok) throw new Error(issued.reason);
  return issued;
}

async function versionOf(ctx: Ctx, id: string): Promise<number> {
  const row = ctx.db.selectFrom("invoices").select("version").where("id", "=", id);
  return (await row.executeTakeFirstOrThrow()).version;
}

let quotes = 0;

/** An approved quote with its deposit. */
export async function createApprovedQuote(
  ctx: Ctx,
  customerId: string,
  { totalFils = 1000_00, depositFils = 300_00, depositRule = "refunded" as "refunded" | "forfeited" } = {},
): Promise<{ id: string; reference: string }> {
  const id = randomUUID();
  const reference = `QT-2026-${String(900_000 + ++quotes)}`;
  const { db, now } = ctx;
  await db
    .insertInto("quotes")
    .values({
      id,
      reference,
      state: "approved",
      customerId,
      createdAt: now,
      sentAt: now,
      answeredAt: now,
      validUntil: dubaiDate(now),
      totalFils,
      depositFils,
    })
    .execute();
  await db
    .insertInto("quoteRevisions")
    .values({ quoteId: id, number: 1, title: "Paint the hall", depositRule })
    .execute();
  await db
    .insertInto("quoteLines")
    .values({
      quoteId: id,
      revision: 1,
      position: 1,
      description: "Walls",
      quantityHundredths: 100,
      unitFils: totalFils,
    })
    .execute();
  await db
    .insertInto("quoteAnswers")
    .values({ quoteId: id, revision: 1, answer: "approved", name: "Noura", at: now })
    .execute();
  return { id, reference };
}
