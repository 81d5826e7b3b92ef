import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "react-router";
import { ContractDrawer } from "~/features/contracts/admin/contract-drawer";
import type { ContractDetail } from "~/features/contracts/views";
import { CancelContract } from "~/features/invoices/admin/cancel-contract";
import { FewInvoices } from "~/features/invoices/admin/few-invoices";
import { InvoiceButton } from "~/features/invoices/admin/invoice-button";
import { fewInvoicesQuery } from "~/features/invoices/admin-client";
import { useMay } from "~/platform/auth/use-may";

/** /admin/contracts/:contractId. The filters of the list stay in the address. */
export default function ContractPage() {
  const { contractId } = useParams();
  const { search } = useLocation();
  return (
    <ContractDrawer
      id={contractId!}
      closePath={`/admin/contracts${search}`}
      pathOf={(id) => `/admin/contracts/${id}${search}`}
      Documents={Documents}
      Cancel={CancelContract}
    />
  );
}

/** There is one invoice at a time: whoever reads invoices is shown the one that stands, and begins none beside it. */
function Documents({ contract: { id, state, agreedAt } }: { contract: ContractDetail }) {
  const invoices = useQuery({ ...fewInvoicesQuery({ contract: id }), enabled: useMay("invoices.read") });
  const invoiced = invoices.data?.invoices.some(({ state, stands }) => state === "draft" || stands);
  const canInvoice = agreedAt !== null && (state === "requested" || state === "active");
  return (
    <>
      {canInvoice && !invoiced && !invoices.isLoading && (
        <div className="flex flex-wrap gap-2">
          <InvoiceButton of={{ contractId: id }} />
        </div>
      )}
      <FewInvoices of={{ contract: id }} />
    </>
  );
}
