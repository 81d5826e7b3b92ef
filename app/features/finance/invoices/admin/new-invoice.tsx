import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { CustomerPicker } from "../../../core/customers/admin/customer-picker";
import { useDraftInvoice } from "../admin-client";

/**
 * Creates an empty invoice for a customer. Bookings and quotes have their own button, which copies the agreed
 * lines.
 */
export function NewInvoice({ closePath }: { closePath: string }) {
  const draft = useDraftInvoice();
  const navigate = useNavigate();
  return (
    <CustomerPicker
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
