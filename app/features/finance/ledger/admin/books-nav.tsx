import { m } from "~/paraglide/messages";
import { PageNav } from "~/ui/page-nav";

export function BooksNav() {
  const pages = [
    { to: "/admin/books", label: m.books_figures() },
    { to: "/admin/books/statements", label: m.books_statements() },
    { to: "/admin/books/journal", label: m.books_journal() },
  ];
  return <PageNav label={m.books_title()} pages={pages} />;
}
