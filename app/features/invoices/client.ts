import { queryOptions } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/browser/http-client";
import { localPath } from "~/platform/locale/locale";
import type { OpenedInvoice, OwnInvoices, Statement } from "./views";

/** The typed calls of an invoice's customer. */

export interface InvoiceAddress {
  reference: string;
}

export const openedInvoiceQuery = ({ reference }: InvoiceAddress) =>
  queryOptions({
    queryKey: ["invoice", "opened", reference],
    queryFn: ({ signal }) =>
      getJson<OpenedInvoice>(`/api/invoices/${encodeURIComponent(reference)}`, {}, signal),
    staleTime: 30_000,
  });

/** What is paid makes what is open less. */
const meta = { alsoOf: ["payment"] } as const;

export const ownInvoicesQuery = queryOptions({
  queryKey: ["invoice", "own"],
  queryFn: ({ signal }) => getJson<OwnInvoices>("/api/account/invoices", {}, signal),
  meta,
});

/** Days of Dubai, both included. */
export interface Period {
  from: string;
  to: string;
}

export const ownStatementQuery = (period: Period) =>
  queryOptions({
    queryKey: ["invoice", "statement", period],
    queryFn: ({ signal }) => getJson<Statement>("/api/account/statement", { ...period }, signal),
    meta,
  });

/** The same as a file. */
export function ownStatementPath(period: Period, as: "pdf" | "csv"): string {
  return `${localPath(`/api/account/statement.${as}`)}?${new URLSearchParams({ ...period })}`;
}

export const askForLink = (reference: string) => postJson("/api/invoices/link", { reference });

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
