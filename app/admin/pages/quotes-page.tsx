import { quoteList } from "~/features/finance/quotes/admin/quote-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.quotes_office_title());

/**
 * /admin/quotes: the list. A quote opens on a page of its own; the customer of a new one is chosen beside the
 * list.
 */
export default function QuotesPage() {
  return <OfficeListPage list={quoteList} />;
}
