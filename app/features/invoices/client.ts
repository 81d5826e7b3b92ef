import { queryOptions } from "@tanstack/react-query";
import { getJson } from "~/platform/http-client";
import { localPath } from "~/platform/locale/locale";
import type { OpenedInvoice, OwnInvoices } from "./views";

/** The typed calls of an invoice's customer. */

export interface InvoiceAddress {
  reference: string;
  /** Of the mailed link; empty for whoever is signed in. */
  key: string;
}

export const openedInvoiceQuery = ({ reference, key }: InvoiceAddress) =>
  queryOptions({
    queryKey: ["invoice", "opened", reference, key],
    queryFn: ({ signal }) =>
      getJson<OpenedInvoice>(`/api/invoices/${encodeURIComponent(reference)}`, { key }, signal),
    staleTime: 30_000,
  });

export const ownInvoicesQuery = queryOptions({
  queryKey: ["invoice", "own"],
  queryFn: ({ signal }) => getJson<OwnInvoices>("/api/account/invoices", {}, signal),
});

/** Where the invoice is had as a file. */
export function documentPath({ reference, key }: InvoiceAddress): string {
  const path = localPath(`/api/invoices/${encodeURIComponent(reference)}/document`);
  return key ? `${path}?key=${encodeURIComponent(key)}` : path;
}
