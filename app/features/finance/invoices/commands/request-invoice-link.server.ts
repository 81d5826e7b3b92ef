import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";

/** Limit of link emails per invoice, shared by all callers. */
const LINK_LIMIT = { max: 3, seconds: 3600 };

/**
 * Emails the link again, only to the address on file. Succeeds for unknown invoices too, to avoid disclosing
 * which exist.
 */
export const requestInvoiceLink = command(
  "website.use",
  async function requestInvoiceLink(ctx, reference: string) {
    const invoice = await ctx.db
      .selectFrom("invoices")
      .select("id")
      .where("reference", "=", reference)
      .where("issuedAt", "is not", null)
      .executeTakeFirst();
    if (!invoice) return { ok: true };
    const attempt = await takeAttempt(ctx, { key: `invoice-link:${invoice.id}`, ...LINK_LIMIT });
    if (attempt.ok) await emit(ctx, "invoice.link-requested", invoice.id, {});
    return { ok: true };
  },
);
