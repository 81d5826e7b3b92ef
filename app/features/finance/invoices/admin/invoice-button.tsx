import ReceiptText from "lucide-react/icons/receipt-text";
import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { CreateButton } from "~/ui/create-button";
import type { RecordAction } from "~/ui/overlay/record-actions";
import { CustomerChoice, candidatesFrom } from "../../../core/customers/components/customer-choice";
import { useDraftInvoice } from "../admin-client";
import type { DraftSource } from "../schema";

/** Action that drafts the invoice of a contract or quote; `canInvoice`: its state allows it. */
export function useInvoiceAction(source: DraftSource, canInvoice: boolean): RecordAction {
  const draft = useDraftInvoice();
  const navigate = useNavigate();
  const mayManage = useMay("invoices.manage");
  return {
    label: m.invoices_create(),
    Icon: ReceiptText,
    isOffered: mayManage && canInvoice,
    disabled: draft.isPending,
    error: draft.error,
    run: () =>
      draft.mutate(source, { onSuccess: ({ invoice }) => navigate(`/admin/invoices/${invoice.id}`) }),
  };
}

export function InvoiceButton({ of, label }: { of: DraftSource; label?: string }) {
  const draft = useDraftInvoice();
  const navigate = useNavigate();
  const mayManage = useMay("invoices.manage");
  if (!mayManage) return null;
  const createDraft = (source: DraftSource) =>
    draft.mutate(source, { onSuccess: ({ invoice }) => navigate(`/admin/invoices/${invoice.id}`) });
  const candidates = candidatesFrom(draft.error);
  return (
    <div className="flex flex-col gap-2">
      <CreateButton
        Icon={ReceiptText}
        label={label ?? m.invoices_create()}
        mutation={draft}
        onClick={() => createDraft(of)}
      />
      {candidates && "bookingId" in of && (
        <CustomerChoice
          question={m.customers_choice_billed()}
          candidates={candidates}
          pending={draft.isPending}
          submit={m.invoices_create()}
          onChoose={(customerId) => createDraft({ ...of, customerId })}
        />
      )}
    </div>
  );
}
