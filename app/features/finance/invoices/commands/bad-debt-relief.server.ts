import { randomUUID } from "node:crypto";
import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { isPastDay, OLDEST_NOTICE_DAYS } from "../../../core/business/money-limits";
import { changeOfRelief } from "../bad-debt-relief";
import type { SeenInvoice } from "../draft/lock-draft.server";
import { findRelief } from "../overdue/relief.server";
import { lockIssuedInvoice } from "../settle.server";

/**
 * Notifies the customer of the written-off amount, by email now or by a letter that the office sent on `sentOn`. Relief
 * requires it (Federal Decree-Law 8 of 2017, article 64(1)(d)).
 */
export const notifyOfWriteOff = command(
  "invoices.write-off",
  async function notifyOfWriteOff(
    ctx,
    seen: SeenInvoice,
    { sentBy, sentOn }: { sentBy: "email" | "letter"; sentOn: string | null },
  ) {
    const invoice = await lockIssuedInvoice(ctx, seen.id);
    if (!invoice) return refuse("not-found");
    if (invoice.version !== seen.version) return refuse("stale");
    if (invoice.writtenOffFils === 0) return refuse("not-written-off");
    const today = dubaiDate(ctx.now);
    if (sentOn && sentOn > today) return refuse("notice-in-future");
    if (sentOn && (sentOn < invoice.issueDate || !isPastDay(sentOn, today, OLDEST_NOTICE_DAYS)))
      return refuse("notice-too-old");
    const { email } = await ctx.db
      .selectFrom("customers")
      .select("email")
      .where("id", "=", invoice.customerId)
      .executeTakeFirstOrThrow();
    if (sentBy === "email" && !email) return refuse("no-address");
    await ctx.db
      .insertInto("writeOffNotices")
      .values({
        id: randomUUID(),
        invoiceId: invoice.id,
        sentBy,
        sentOn: sentBy === "letter" && sentOn ? sentOn : today,
        amountFils: invoice.writtenOffFils,
        recordedBy: userIdOf(ctx.actor),
        recordedAt: ctx.now,
      })
      .execute();
    await emit(ctx, "invoice.write-off-notified", invoice.id, { by: sentBy, fils: invoice.writtenOffFils });
    return { ok: true };
  },
);

/** Takes back the output VAT of what is written off, in the VAT return of today. */
export const claimBadDebtRelief = command(
  "invoices.write-off",
  async function claimBadDebtRelief(ctx, seen: SeenInvoice) {
    const invoice = await lockIssuedInvoice(ctx, seen.id);
    if (!invoice) return refuse("not-found");
    if (invoice.version !== seen.version) return refuse("stale");
    const relief = await findRelief(ctx, invoice.id);
    if (!relief || relief.claimableVatFils === 0) return refuse("nothing-to-relieve");
    if (relief.obstacle)
      return refuse("relief-not-possible", { obstacle: relief.obstacle, from: relief.from });
    const change = changeOfRelief(relief, relief.relievedFils, invoice.writtenOffFils);
    await ctx.db
      .insertInto("badDebtReliefs")
      .values({
        id: randomUUID(),
        invoiceId: invoice.id,
        day: dubaiDate(ctx.now),
        ...change,
        recordedBy: userIdOf(ctx.actor),
        recordedAt: ctx.now,
      })
      .execute();
    await emit(ctx, "invoice.bad-debt-relieved", invoice.id, { fils: change.vatFils });
    return { ok: true };
  },
);
