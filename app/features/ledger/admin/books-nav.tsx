import { m } from "~/paraglide/messages";
import { PageNav } from "~/ui/page-nav";

/** The way between the figures of the books and their entries. */
export function BooksNav() {
  const pages = [
    { to: "/admin/books", label: m.books_figures() },
    { to: "/admin/books/journal", label: m.books_journal() },
  ];
  return <PageNav label={m.books_title()} pages={pages} />;
}
