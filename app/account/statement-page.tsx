import { MyStatement } from "~/features/finance/invoices/components/my-statement";
import { m } from "~/paraglide/messages";

export function meta() {
  return [{ title: m.invoices_statement() }, { name: "robots", content: "noindex" }];
}

/** /dashboard/statement */
export default function StatementPage() {
  return <MyStatement />;
}
