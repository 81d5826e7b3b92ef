import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { ForWhom } from "../../customers/admin/for-whom";
import { useBeginQuote } from "../admin-client";

/** A quote for a known customer. From a booking it is begun in the booking itself. */
export function NewQuote({ closePath }: { closePath: string }) {
  const begin = useBeginQuote();
  const navigate = useNavigate();
  return (
    <ForWhom
      label={m.quote_new()}
      closePath={closePath}
      change={begin}
      onChoose={({ id, properties }) =>
        begin.mutate(
          { customerId: id, propertyId: properties[0]?.id ?? null },
          { onSuccess: (made) => navigate(`/admin/quotes/${made.id}`) },
        )
      }
    />
  );
}
