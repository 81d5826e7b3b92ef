import { sql } from "kysely";

/** SQL condition for overdue invoices, like `isInvoiceOverdue`; matches the index `invoices_open_idx`. */
export function isOverdue(today: string) {
  return sql<boolean>`(invoices.state IN ('issued', 'part_paid') AND invoices.due_date < ${today}
    AND invoices.held_fils < invoices.open_fils)`;
}
