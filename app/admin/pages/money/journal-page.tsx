import { journalList } from "~/features/finance/ledger/admin/journal-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.books_journal());

/** /admin/books/journal: the list with an opened entry beside it. */
export default function JournalPage() {
  return <OfficeListPage list={journalList} />;
}
