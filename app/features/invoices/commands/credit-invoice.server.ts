import { command } from "~/platform/auth/command.server";
import { credit } from "../credit/credit.server";
import type { CreditRequest } from "../credit/credit-lines";
import type { SeenInvoice } from "../draft/lock-draft.server";

/** Corrects an invoice: a credit note with a number of its own takes back all, some lines, or an amount of it. */
export const creditInvoice = command(
  "invoices.manage",
  (ctx, { id, version }: SeenInvoice, wish: CreditRequest, why: { reason: string; eventDate: string }) =>
    credit(ctx, { id, version }, wish, why),
);
