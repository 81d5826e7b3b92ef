import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { draftInvoice } from "./draft-invoice.server";
import { issueInvoice } from "./issue-invoice.server";

/**
 * Drafts and issues the invoice of a completed booking in one transaction: a refusal to issue leaves no draft
 * behind. An existing draft is issued as it is. Repeated: refused with "already-invoiced".
 */
export const invoiceFinishedWork = command(
  "invoices.manage",
  async function invoiceFinishedWork(ctx, bookingId: string) {
    const booking = await ctx.db
      .selectFrom("bookings")
      .select("state")
      .where("id", "=", bookingId)
      .forUpdate()
      .executeTakeFirst();
    if (!booking) return refuse("not-found");
    if (booking.state !== "completed") return refuse("not-completed");
    const drafted = await draftInvoice(ctx, { bookingId });
    if (!drafted.ok) return drafted;
    const draft = await ctx.db
      .selectFrom("invoices")
      .select(["id", "version"])
      .where("id", "=", drafted.id)
      .executeTakeFirstOrThrow();
    return issueInvoice(ctx, draft);
  },
);
