import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { requestInvoiceLink } from "./commands/request-invoice-link.server";

/**
 * Link request without JavaScript. The message is the same for unknown invoices, to avoid disclosing which
 * exist.
 */
export async function postLinkRequest(ctx: Ctx, reference: string): Promise<{ message: string }> {
  await requestInvoiceLink(ctx, reference);
  return { message: m.link_sent() };
}
