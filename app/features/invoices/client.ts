import { callsOf } from "~/platform/browser/calls";
import { localPath } from "~/platform/locale/locale";
import type { customerInvoicesApi } from "./customer-api.server";

/** The typed calls of an invoice's customer. */

const invoices = callsOf<typeof customerInvoicesApi>();

export interface InvoiceAddress {
  reference: string;
}

export const openedInvoiceQuery = ({ reference }: InvoiceAddress) => ({
  ...invoices.query(["invoice", "opened", reference], "/invoices/{reference}", { reference }),
  staleTime: 30_000,
});

/** What is paid makes what is open less. */
const meta = { alsoOf: ["payment"] } as const;

export const ownInvoicesQuery = {
  ...invoices.query(["invoice", "own"], "/account/invoices", {}),
  meta,
};

/** Days of Dubai, both included. */
export interface Period {
  from: string;
  to: string;
}

export const ownStatementQuery = (period: Period) => ({
  ...invoices.query(["invoice", "statement", period], "/account/statement", period),
  meta,
});

/** The same as a file. */
export function ownStatementPath(period: Period, as: "pdf" | "csv"): string {
  return `${localPath(`/api/account/statement.${as}`)}?${new URLSearchParams({ ...period })}`;
}

export const askForLink = (reference: string) => invoices.send("/invoices/link", { reference });

/** Where the invoice, or one of its credit notes, is had as a file. */
export const documentPath = (address: InvoiceAddress, creditNoteId?: string) =>
  filePath(address, "document", creditNoteId);

/** The same as an electronic invoice. */
export const eInvoicePath = (address: InvoiceAddress, creditNoteId?: string) =>
  filePath(address, "e-invoice", creditNoteId);

function filePath({ reference }: InvoiceAddress, file: string, creditNoteId?: string): string {
  const which = creditNoteId ? `credit-notes/${creditNoteId}/${file}` : file;
  return localPath(`/api/invoices/${encodeURIComponent(reference)}/${which}`);
}
