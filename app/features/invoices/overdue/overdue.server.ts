import { sql } from "kysely";
import "../table";

/** That something of the invoice is open and its due date is over; as the index `invoices_open` has it. */
export function isOverdue(today: string) {
  return sql<boolean>`(invoices.state IN ('issued', 'part_paid') AND invoices.due_date < ${today})`;
}
