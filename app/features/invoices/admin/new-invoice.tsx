import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { ForWhom } from "../../customers/admin/for-whom";
import { useDraftInvoice } from "../admin-client";

/** An invoice for a known customer. Of a booking or a quote it is begun there, with what was agreed on. */
export function NewInvoice({ closePath }: { closePath: string }) {
  const draft = useDraftInvoice();
  const navigate = useNavigate();
  return (
    <ForWhom
      label={m.invoices_new()}
      closePath={closePath}
      change={draft}
      onChoose={({ id }) =>
        draft.mutate(
          { customerId: id },
          { onSuccess: ({ invoice }) => navigate(`/admin/invoices/${invoice.id}`) },
        )
      }
    />
  );
}
