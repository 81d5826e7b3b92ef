import ReceiptText from "lucide-react/icons/receipt-text";
import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { CreateButton } from "~/ui/create-button";
import { useDraftInvoice } from "../admin-client";
import type { DraftSource } from "../schema";

export function InvoiceButton({ of, label }: { of: DraftSource; label?: string }) {
  const draft = useDraftInvoice();
  const navigate = useNavigate();
  const mayManage = useMay("invoices.manage");
  if (!mayManage) return null;
  return (
    <CreateButton
      Icon={ReceiptText}
      label={label ?? m.invoices_create()}
      mutation={draft}
      onClick={() =>
        draft.mutate(of, { onSuccess: ({ invoice }) => navigate(`/admin/invoices/${invoice.id}`) })
      }
    />
  );
}
