import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "react-router";
import { ContractDrawer } from "~/features/finance/contracts/admin/contract-drawer";
import { ContractPageSlots } from "~/features/finance/contracts/admin/contract-page-slots";
import type { ContractDetail } from "~/features/finance/contracts/views";
import { CancelContract } from "~/features/finance/invoices/admin/cancel-contract";
import { InvoiceButton } from "~/features/finance/invoices/admin/invoice-button";
import { RelatedInvoices } from "~/features/finance/invoices/admin/related-invoices";
import { relatedInvoicesQuery } from "~/features/finance/invoices/admin-client";
import { ContractInstalments } from "~/features/finance/payments/admin/contract-instalments";
import { useMay } from "~/platform/auth/use-may";

const slots = { Cancel: CancelContract, Documents };

/** /admin/contracts/:contractId; keeps the filters of the list in the address. */
export function ContractScreen() {
  const { contractId } = useParams();
  const { search } = useLocation();
  return (
    <ContractPageSlots value={slots}>
      <ContractDrawer
        id={contractId!}
        closePath={`/admin/contracts${search}`}
        pathOf={(id) => `/admin/contracts/${id}${search}`}
      />
    </ContractPageSlots>
  );
}

/** A contract or instalment has one effective invoice at a time, so a second one cannot be started beside it. */
function Documents({ contract }: { contract: ContractDetail }) {
  const { id, state, agreedAt } = contract;
  const invoices = useQuery({ ...relatedInvoicesQuery({ contract: id }), enabled: useMay("invoices.read") });
  const invoiced = invoices.data?.invoices.some(
    ({ state, isUncredited }) => state === "draft" || isUncredited,
  );
  const inInstalments = contract.instalments.length > 0;
  const canInvoice = !inInstalments && agreedAt !== null && (state === "requested" || state === "active");
  return (
    <>
      {inInstalments && <ContractInstalments contract={contract} />}
      {canInvoice && !invoiced && !invoices.isLoading && (
        <div className="flex flex-wrap gap-2">
          <InvoiceButton of={{ contractId: id }} />
        </div>
      )}
      <RelatedInvoices of={{ contract: id }} />
    </>
  );
}
