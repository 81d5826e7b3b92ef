import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { askForInvoiceLink } from "./commands/ask-for-invoice-link.server";

/** The link of an invoice is asked for on its page, without our code; what is told to whoever did. */
export async function postLinkRequest(ctx: Ctx, reference: string): Promise<{ told: string }> {
  await askForInvoiceLink(ctx, reference);
  return { told: m.common_link_sent() };
}
