import { OwnStatement } from "~/features/invoices/components/own-statement";
import { m } from "~/paraglide/messages";

export function meta() {
  return [{ title: m.invoices_statement() }, { name: "robots", content: "noindex" }];
}

/** /dashboard/statement */
export default function StatementPage() {
  return <OwnStatement />;
}
