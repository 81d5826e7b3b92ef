import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";
import "../table";

/** How often a link is mailed for one invoice, whoever asks. */
const LINK_LIMIT = { max: 3, seconds: 3600 };

/**
 * Has the link of an invoice mailed once more, to the address that the office knows and to no other. Whether there is such an
 * invoice is told to nobody who asks.
 */
export const askForInvoiceLink = command("website.use", async (ctx, reference: string) => {
  const invoice = await ctx.db
    .selectFrom("invoices")
    .select("id")
    .where("reference", "=", reference)
    .where("issued_at", "is not", null)
    .executeTakeFirst();
  if (!invoice) return { ok: true };
  const attempt = await takeAttempt(ctx, { key: `invoice-link:${invoice.id}`, ...LINK_LIMIT });
  if (attempt.ok) await emit(ctx, "invoice.link-asked", invoice.id, {});
  return { ok: true };
});
