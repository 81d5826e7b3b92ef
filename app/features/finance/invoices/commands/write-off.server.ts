import { randomUUID } from "node:crypto";
import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { SeenInvoice } from "../draft/lock-draft.server";
import { lockIssuedInvoice, settleInvoice } from "../settle.server";

/** Writes the open amount off as a bad debt. The declared output VAT is not adjusted. */
export const writeOff = command(
  "invoices.write-off",
  async function writeOff(ctx, seen: SeenInvoice, reason: string) {
    const invoice = await lockIssuedInvoice(ctx, seen.id);
    if (!invoice) return refuse("not-found");
    if (invoice.version !== seen.version) return refuse("stale");
    if (invoice.openFils === 0) return refuse("nothing-open");
    const id = randomUUID();
    await ctx.db
      .insertInto("writeOffs")
      .values({
        id,
        invoiceId: invoice.id,
        amountFils: invoice.openFils,
        reason,
        recordedBy: userIdOf(ctx.actor),
        recordedAt: ctx.now,
      })
      .execute();
    await settleInvoice(ctx, invoice.id, invoice.openFils, { by: "write-off", writeOffId: id });
    await emit(ctx, "invoice.written-off", invoice.id, { fils: invoice.openFils }, { reason });
    return { ok: true };
  },
);
