import { command } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { refuseUndeliverable } from "~/platform/mail/undeliverable.server";
import { requireWhatsapp } from "~/platform/messaging/require-whatsapp.server";
import { loadPaidAtIssue } from "../e-invoice/paid-at-issue.server";

/** `link`: the office passes the link on. */
export const invoiceChannels = ["email", "whatsapp", "link"] as const;

export interface ResendRequest {
  channel: (typeof invoiceChannels)[number];
  /** Null for the customer's own address. Ignored for other channels. */
  email: string | null;
}

/** Sends an issued invoice by email or WhatsApp, or records that the office shares its link. */
export const resendInvoice = command(
  "invoices.manage",
  async function resendInvoice(ctx, config: Pick<Config, "whatsapp">, id: string, request: ResendRequest) {
    const row = await ctx.db
      .selectFrom("invoices")
      .innerJoin("customers", "customers.id", "invoices.customerId")
      .select(["customers.email", "customers.phone"])
      .where("invoices.id", "=", id)
      .where("issuedAt", "is not", null)
      .executeTakeFirst();
    if (!row) return refuse("not-found");
    if (request.channel === "link") {
      await emit(ctx, "invoice.link-shared", id, {});
      return { ok: true };
    }
    if (request.channel === "whatsapp") {
      const reachable = await requireWhatsapp(ctx, config, row.phone);
      if (!reachable.ok) return reachable;
      await emit(ctx, "invoice.resent", id, { channel: "whatsapp" });
      return { ok: true };
    }
    const email = request.email ?? row.email;
    if (!email) return refuse("no-address");
    const reachable = await refuseUndeliverable(ctx, email);
    if (!reachable.ok) return reachable;
    await emit(ctx, "invoice.resent", id, {}, { after: { email } });
    return { ok: true };
  },
);

/**
 * The old link answers as an unknown one from then on, also in emails and PDFs that were sent. A PDF with it is drawn again
 * on its next use; one that was paid at issue has no link.
 */
export const replaceInvoiceLink = command(
  "invoices.manage",
  async function replaceInvoiceLink(ctx, id: string) {
    const invoice = await ctx.db
      .selectFrom("invoices")
      .select(["id", "issuedAt", "totalFils"])
      .where("id", "=", id)
      .where("issuedAt", "is not", null)
      .forUpdate()
      .executeTakeFirst();
    if (!invoice) return refuse("not-found");
    const hasLink = (await loadPaidAtIssue(ctx, invoice)) < invoice.totalFils;
    await ctx.db
      .updateTable("invoices")
      .set((eb) => ({ linkVersion: eb("linkVersion", "+", 1), ...(hasLink && { documentId: null }) }))
      .where("id", "=", id)
      .execute();
    await emit(ctx, "invoice.link-replaced", id, {});
    return { ok: true };
  },
);
