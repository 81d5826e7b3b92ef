import { command } from "~/platform/auth/command.server";
import { issue } from "../issue.server";
import { lockDraft, type SeenInvoice } from "../lock-draft.server";

/** Makes a draft an invoice, for good: number, parties, dates and sums stay as they are from here on. */
export const issueInvoice = command("invoices.manage", async (ctx, seen: SeenInvoice) => {
  const found = await lockDraft(ctx, seen);
  return found.ok ? issue(ctx, found.draft) : found;
});
