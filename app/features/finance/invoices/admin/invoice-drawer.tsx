import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { RecordDrawer, RecordHead } from "~/ui/overlay/drawer";
import { invoiceQuery } from "../admin-client";
import type { InvoiceDetail } from "../views";
import { DraftEditor } from "./draft-editor";
import { InvoiceActions } from "./invoice-actions";
import { InvoiceStateBadge } from "./invoice-state";
import { IssuedInvoice } from "./issued-invoice";

interface InvoiceDrawerProps {
  id: string;
  closePath: string;
}

export function InvoiceDrawer({ id, closePath }: InvoiceDrawerProps) {
  const asked = useQuery(invoiceQuery(id));
  return (
    <RecordDrawer
      id={id}
      closePath={closePath}
      query={asked}
      nameOf={nameOf}
      headOf={(invoice) => (
        <RecordHead
          title={<bdi>{invoice.buyer.name}</bdi>}
          detail={invoice.reference ?? m.invoices_draft_form()}
        >
          <InvoiceStateBadge
            state={invoice.state}
            settlement={invoice.settlement}
            overdue={invoice.overdue}
          />
        </RecordHead>
      )}
      wide={asked.data?.state === "draft"}
      footerOf={(invoice) =>
        invoice.state !== "draft" && <InvoiceActions key={invoice.id} invoice={invoice} />
      }
      missing={m.invoices_error_not_found()}
      failed={m.invoices_failed()}
    >
      {(invoice) =>
        invoice.state === "draft" ? (
          <DraftEditor key={id} draft={invoice} closePath={closePath} />
        ) : (
          <IssuedInvoice key={id} invoice={invoice} />
        )
      }
    </RecordDrawer>
  );
}

function nameOf({ reference, buyer }: InvoiceDetail): string {
  return reference ?? m.invoices_draft_for({ name: bidiIsolate(buyer.name) });
}
