import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { CustomerPicker } from "../../../core/customers/admin/customer-picker";
import { useCreateQuote } from "../admin-client";

export function NewQuote({ closePath }: { closePath: string }) {
  const createQuote = useCreateQuote();
  const navigate = useNavigate();
  return (
    <CustomerPicker
      label={m.quotes_new()}
      closePath={closePath}
      change={createQuote}
      onChoose={({ id, properties }) =>
        createQuote.mutate(
          { customerId: id, propertyId: properties[0]?.id ?? null },
          { onSuccess: (created) => navigate(`/admin/quotes/${created.id}`) },
        )
      }
    />
  );
}
