import { useLocation } from "react-router";
import { NewQuote } from "~/features/finance/quotes/admin/new-quote";

/** /admin/quotes/new; keeps the filters of the list in the address. */
export default function NewQuotePage() {
  const { search } = useLocation();
  return <NewQuote closePath={`/admin/quotes${search}`} />;
}
