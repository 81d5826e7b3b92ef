import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { dubaiDate } from "~/platform/time";
import { isFoundOrOfFound } from "../../customers/search.server";
import { isOverdue } from "../overdue/overdue.server";
import type { InvoiceList, InvoiceRow } from "../views";
import { ageBounds, type InvoiceFilter } from "./invoice-filter";
import "../../customers/table";
import "../table";

/** As the trigram index `invoices_search` has it. */
const numberOf = (row: string) => sql<string>`${sql.ref(`${row}.reference`)}`;

const newestFirst = keyset("desc", ["instant", "invoices.created_at"], ["id", "invoices.id"]);
/** What has waited longest comes first; as the index `invoices_open` has it. */
const dueFirst = keyset("asc", ["day", "invoices.due_date"], ["id", "invoices.id"]);

/** The office's list, a page at a time: the newest first; what is open by when it was due. */
export const listInvoices = query(
  "invoices.read",
  (ctx, filter: InvoiceFilter & PageParams): Promise<InvoiceList> => readInvoices(ctx, filter),
);

async function readInvoices(ctx: Ctx, filter: InvoiceFilter & PageParams): Promise<InvoiceList> {
  const today = dubaiDate(ctx.now);
  let wanted = ctx.db
    .selectFrom("invoices")
    .innerJoin("customers", "customers.id", "invoices.customer_id")
    .select([
      "invoices.id",
      "invoices.version",
      "invoices.kind",
      "invoices.reference",
      "invoices.state",
      "invoices.customer_id",
      "customers.name as customer_name",
      "customers.company",
      "invoices.created_at",
      "invoices.issue_date",
      "invoices.due_date",
      "invoices.total_fils",
      "invoices.open_fils",
      "invoices.standing_fils",
    ]);
  if (filter.search) wanted = wanted.where(await isFoundOrOfFound(ctx, "invoices", numberOf, filter.search));
  if (filter.customer) wanted = wanted.where("invoices.customer_id", "=", filter.customer);
  if (filter.booking) wanted = wanted.where("invoices.booking_id", "=", filter.booking);
  if (filter.quote) wanted = wanted.where("invoices.quote_id", "=", filter.quote);
  if (filter.contract) wanted = wanted.where("invoices.contract_id", "=", filter.contract);
  if (filter.from) wanted = wanted.where("invoices.issue_date", ">=", filter.from);
  if (filter.to) wanted = wanted.where("invoices.issue_date", "<=", filter.to);
  const byDue = filter.age !== undefined || filter.state === "open" || filter.state === "overdue";
  if (byDue) wanted = wanted.where(sql<boolean>`invoices.state IN ('issued', 'part_paid')`);
  if (filter.state === "overdue") wanted = wanted.where(isOverdue(today));
  if (filter.state === "draft" || filter.state === "paid")
    wanted = wanted.where("invoices.state", "=", filter.state);
  if (filter.age) {
    const { from, to } = ageBounds(filter.age, today);
    if (from) wanted = wanted.where("invoices.due_date", ">=", from);
    if (to) wanted = wanted.where("invoices.due_date", "<=", to);
  }
  const { rows, nextCursor } = await readPage(wanted, byDue ? dueFirst : newestFirst, {
    ...filter,
    sort: byDue ? "due" : undefined,
  });
  return {
    invoices: rows.map(
      (row): InvoiceRow => ({
        id: row.id,
        version: row.version,
        kind: row.kind,
        reference: row.reference,
        state: row.state,
        overdue: row.reference !== null && row.open_fils > 0 && row.due_date! < today,
        customer: { id: row.customer_id, name: row.company ?? row.customer_name },
        createdAt: row.created_at.toISOString(),
        issueDate: row.issue_date,
        dueDate: row.due_date,
        totalFils: row.total_fils,
        openFils: row.open_fils,
        stands: row.kind === "invoice" && row.standing_fils > 0,
      }),
    ),
    nextCursor,
  };
}
