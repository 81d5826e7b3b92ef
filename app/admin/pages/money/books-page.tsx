import { BooksScreen } from "~/features/finance/ledger/admin/books-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.books_title());

export default function BooksPage() {
  return <BooksScreen />;
}
