import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { useLocation, useParams } from "react-router";
import { ContractDrawer } from "~/features/finance/contracts/admin/contract-drawer";
import {
  ContractPageSlots,
  type useContractPageSlots,
} from "~/features/finance/contracts/admin/contract-page-slots";
import type { ContractDetail } from "~/features/finance/contracts/views";
import { CancelContractForm } from "~/features/finance/invoices/admin/cancel-contract";
import { useInvoiceAction } from "~/features/finance/invoices/admin/invoice-button";
import { RelatedInvoices } from "~/features/finance/invoices/admin/related-invoices";
import { relatedInvoicesQuery } from "~/features/finance/invoices/admin-client";
import { ContractInstalments } from "~/features/finance/payments/admin/contract-instalments";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";

const slots = { Documents, Invoicing };

type SlotProps<Name extends keyof Slots> = ComponentProps<Slots[Name]>;
type Slots = ReturnType<typeof useContractPageSlots>;

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

function Documents({ contract }: { contract: ContractDetail }) {
  return (
    <>
      {contract.instalments.length > 0 && <ContractInstalments contract={contract} />}
      <RelatedInvoices of={{ contract: contract.id }} />
    </>
  );
}

/** A contract or instalment has one effective invoice at a time, so a second one cannot be started beside it. */
function Invoicing({ contract, children }: SlotProps<"Invoicing">) {
  const { id, state, agreedAt } = contract;
  const invoices = useQuery({ ...relatedInvoicesQuery({ contract: id }), enabled: useMay("invoices.read") });
  const isInvoiced = invoices.data?.invoices.some(
    ({ state, isUncredited }) => state === "draft" || isUncredited,
  );
  const mayCancel = useMay("contracts.cancel");
  const isOpen = state === "requested" || state === "active";
  const inInstalments = contract.instalments.length > 0;
  const invoice = useInvoiceAction(
    { contractId: id },
    isOpen && !inInstalments && agreedAt !== null && !isInvoiced && !invoices.isLoading,
  );
  return children({
    invoice,
    cancel: {
      label: m.contract_cancel(),
      isOffered: mayCancel && isOpen,
      form: (onClose) => <CancelContractForm contract={contract} onClose={onClose} />,
    },
  });
}
