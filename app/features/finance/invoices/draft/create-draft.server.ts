import { randomUUID } from "node:crypto";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type AvailableDeposit, vatPercentForSupply, writeDraftLines } from "./draft-lines.server";
import type { InvoiceLine } from "./invoice-lines";

export interface DraftInput {
  from: "customer" | "booking" | "quote" | "contract";
  customerId: string;
  propertyId?: string | null;
  bookingId?: string | null;
  quoteId?: string | null;
  contractId?: string | null;
  instalment?: number | null;
  language: string;
  supplyDate?: string | null;
  dueDate?: string | null;
  lines?: InvoiceLine[];
  deposits?: AvailableDeposit[];
}

export async function createDraft(ctx: Ctx, input: DraftInput) {
  const id = randomUUID();
  await ctx.db
    .insertInto("invoices")
    .values({
      id,
      customerId: input.customerId,
      propertyId: input.propertyId ?? null,
      bookingId: input.bookingId ?? null,
      quoteId: input.quoteId ?? null,
      contractId: input.contractId ?? null,
      instalment: input.instalment ?? null,
      language: input.language,
      supplyDate: input.supplyDate ?? null,
      dueDate: input.dueDate ?? null,
      createdAt: ctx.now,
    })
    .execute();
  const { lines = [], deposits = [] } = input;
  const vatPercent = await vatPercentForSupply(ctx, input.supplyDate ?? null);
  await writeDraftLines(ctx, id, lines, { vatPercent, deposits });
  await emit(ctx, "invoice.drafted", id, { from: input.from });
  return { ok: true as const, id };
}
