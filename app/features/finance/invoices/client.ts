import { apiClient } from "~/platform/browser/api-client";
import { localPath } from "~/platform/locale/locale";
import type { customerInvoicesApi } from "./customer-api.server";

const invoices = apiClient<typeof customerInvoicesApi>();

export interface InvoiceAddress {
  reference: string;
}

export const openedInvoiceQuery = ({ reference }: InvoiceAddress) => ({
  ...invoices.query(["invoice", "opened", reference], "/invoices/{reference}", { reference }),
  staleTime: 30_000,
});

/** Payments change the open amount. */
const meta = { alsoOf: ["payment"] } as const;

export const myInvoicesQuery = {
  ...invoices.query(["invoice", "own"], "/account/invoices", {}),
  meta,
};

/** Days in Asia/Dubai, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

export const myStatementQuery = (period: Period) => ({
  ...invoices.query(["invoice", "statement", period], "/account/statement", period),
  meta,
});

export function myStatementPath(period: Period, as: "pdf" | "csv"): string {
  return `${localPath(`/api/account/statement.${as}`)}?${new URLSearchParams({ ...period })}`;
}

export const requestLink = (reference: string) => invoices.send("/invoices/link", { reference });

/** PDF of the invoice or of one of its credit notes. */
export const documentPath = (address: InvoiceAddress, creditNoteId?: string) =>
  filePath(address, "document", creditNoteId);

export const eInvoicePath = (address: InvoiceAddress, creditNoteId?: string) =>
  filePath(address, "e-invoice", creditNoteId);

function filePath({ reference }: InvoiceAddress, file: string, creditNoteId?: string): string {
  const which = creditNoteId ? `credit-notes/${creditNoteId}/${file}` : file;
  return localPath(`/api/invoices/${encodeURIComponent(reference)}/${which}`);
}
