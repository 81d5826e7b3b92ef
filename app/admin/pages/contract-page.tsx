import { useLocation, useParams } from "react-router";
import { ContractDrawer } from "~/features/contract-years/admin/contract-drawer";
import type { ContractDetail } from "~/features/contract-years/views";
import { CancelContract } from "~/features/invoices/admin/cancel-contract";
import { FewInvoices } from "~/features/invoices/admin/few-invoices";
import { InvoiceButton } from "~/features/invoices/admin/invoice-button";

/** /admin/contracts/:contractId. The filters of the list stay in the address. */
export default function ContractPage() {
  const { contractId } = useParams();
  const { search } = useLocation();
  return (
    <ContractDrawer
      id={contractId!}
      closePath={`/admin/contracts${search}`}
      pathOf={(id) => `/admin/contracts/${id}${search}`}
      Papers={Papers}
      Cancel={CancelContract}
    />
  );
}

function Papers({ contract: { id, state, agreedAt } }: { contract: ContractDetail }) {
  const canInvoice = agreedAt !== null && (state === "requested" || state === "active");
  return (
    <>
      {canInvoice && (
        <div className="flex flex-wrap gap-2">
          <InvoiceButton of={{ contractId: id }} />
        </div>
      )}
      <FewInvoices of={{ contract: id }} />
    </>
  );
}
