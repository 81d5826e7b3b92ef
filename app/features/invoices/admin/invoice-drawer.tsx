import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { m } from "~/paraglide/messages";
import { Drawer, DrawerFailed, DrawerWaiting } from "~/ui/drawer";
import { invoiceQuery } from "../admin-client";
import type { InvoiceDetail } from "../views";
import { DraftEditor } from "./draft-editor";
import { InvoiceStateBadge } from "./invoice-state";
import { IssuedInvoice } from "./issued-invoice";

interface InvoiceDrawerProps {
  id: string;
  closePath: string;
  /** What is done with money that comes in: it belongs to a feature above this one. */
  Payments?: ComponentType<{ invoice: InvoiceDetail }>;
}

/** One invoice beside the list: a draft to write, or the document as it was issued. */
export function InvoiceDrawer({ id, closePath, Payments }: InvoiceDrawerProps) {
  const { data: invoice, error, refetch } = useQuery(invoiceQuery(id));

  function content() {
    if (invoice) {
      return invoice.state === "draft" ? (
        <DraftEditor key={id} draft={invoice} closePath={closePath} />
      ) : (
        <IssuedInvoice key={id} invoice={invoice} Payments={Payments} />
      );
    }
    if (error) {
      return (
        <DrawerFailed
          error={error}
          missing={m.invoices_error_not_found()}
          failed={m.invoices_failed()}
          onRetry={() => refetch()}
        />
      );
    }
    return <DrawerWaiting />;
  }

  const name = invoice
    ? (invoice.reference ?? m.invoices_draft_for({ name: invoice.buyer.name }))
    : undefined;
  return (
    <Drawer
      id={id}
      label={name ?? m.common_loading()}
      closePath={closePath}
      wide={invoice?.state === "draft"}
      head={
        invoice && (
          <>
            <h2 className="figures truncate text-base font-semibold">
              <bdi>{name}</bdi>
            </h2>
            <InvoiceStateBadge state={invoice.state} overdue={invoice.overdue} />
          </>
        )
      }
    >
      {content()}
    </Drawer>
  );
}
