import { randomUUID } from "node:crypto";
import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { SeenInvoice } from "../draft/lock-draft.server";
import { lockIssuedInvoice, reverseWriteOffs, settleInvoice } from "../settle.server";

/**
 * Writes off the open amount, or `fils` of it, as a bad debt. The declared output VAT is not adjusted.
 */
export const writeOff = command(
  "invoices.write-off",
  async function writeOff(ctx, seen: SeenInvoice, { fils, reason }: { fils: number | null; reason: string }) {
    const invoice = await lockIssuedInvoice(ctx, seen.id);
    if (!invoice) return refuse("not-found");
    if (invoice.version !== seen.version) return refuse("stale");
    if (invoice.openFils === 0) return refuse("nothing-open");
    const amountFils = fils ?? invoice.openFils;
    if (amountFils > invoice.openFils) return refuse("write-off-too-much", { fils: invoice.openFils });
    const id = randomUUID();
    await ctx.db
      .insertInto("writeOffs")
      .values({
        id,
        invoiceId: invoice.id,
        amountFils,
        reason,
        recordedBy: userIdOf(ctx.actor),
        recordedAt: ctx.now,
      })
      .execute();
    await settleInvoice(ctx, invoice.id, amountFils, { by: "write-off", writeOffId: id });
    await emit(ctx, "invoice.written-off", invoice.id, { fils: amountFils }, { reason });
    return { ok: true };
  },
);

/** Reopens an invoice by all that is still written off. */
export const undoWriteOff = command(
  "invoices.write-off",
  async function undoWriteOff(ctx, seen: SeenInvoice, reason: string) {
    const invoice = await lockIssuedInvoice(ctx, seen.id);
    if (!invoice) return refuse("not-found");
    if (invoice.version !== seen.version) return refuse("stale");
    if (invoice.writtenOffFils === 0) return refuse("not-written-off");
    await reverseWriteOffs(ctx, invoice, invoice.writtenOffFils, { by: "office", reason });
    return { ok: true };
  },
);
