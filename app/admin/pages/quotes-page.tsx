import { quoteList } from "~/features/quotes/admin/quote-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.quote_office_title());

/** /admin/quotes: the list. A quote is written on a page of its own; who a new one is for is asked beside the list. */
export default function QuotesPage() {
  return <OfficeListPage list={quoteList} />;
}
