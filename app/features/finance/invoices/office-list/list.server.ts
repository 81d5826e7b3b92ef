import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { dubaiDate } from "~/platform/time";
import { matchesOwnTextOrCustomer } from "../../../core/customers/search.server";
import { settlementMethod } from "../invoice";
import { isOverdue } from "../overdue/overdue.server";
import type { InvoiceList, InvoiceRow } from "../views";
import { dueDatesOfBucket, type InvoiceFilter } from "./invoice-filter";

const writtenOffFils = sql<number>`(
  SELECT coalesce(sum(amount_fils), 0)::bigint FROM settlements WHERE invoice_id = invoices.id AND kind = 'write-off'
)`;

/** Must match the expression of the trigram index `invoices_search_idx`. */
const referenceText = (row: string) => sql<string>`${sql.ref(`${row}.reference`)}`;

const newestFirst = keyset("desc", ["instant", "invoices.created_at"], ["id", "invoices.id"]);
/** Longest overdue first; matches the index `invoices_open_idx`. */
const dueFirst = keyset("asc", ["day", "invoices.due_date"], ["id", "invoices.id"]);

/** Lists invoices, newest first; filters for open amounts sort by due date. */
export const listInvoices = query(
  "invoices.read",
  function listInvoices(ctx, filter: InvoiceFilter & PageParams): Promise<InvoiceList> {
    return readInvoices(ctx, filter);
  },
);

async function readInvoices(ctx: Ctx, filter: InvoiceFilter & PageParams): Promise<InvoiceList> {
  const today = dubaiDate(ctx.now);
  let selection = ctx.db
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
      "invoices.uncredited_fils",
      "invoices.settled_fils",
      "invoices.credited_fils",
      writtenOffFils.as("written_off_fils"),
    ]);
  if (filter.search)
    selection = selection.where(
      await matchesOwnTextOrCustomer(ctx, "invoices", referenceText, filter.search),
    );
  if (filter.customer) selection = selection.where("invoices.customer_id", "=", filter.customer);
  if (filter.booking) selection = selection.where("invoices.booking_id", "=", filter.booking);
  if (filter.quote) selection = selection.where("invoices.quote_id", "=", filter.quote);
  if (filter.contract) selection = selection.where("invoices.contract_id", "=", filter.contract);
  if (filter.from) selection = selection.where("invoices.issue_date", ">=", filter.from);
  if (filter.to) selection = selection.where("invoices.issue_date", "<=", filter.to);
  const byDue = filter.age !== undefined || filter.state === "open" || filter.state === "overdue";
  if (byDue) selection = selection.where(sql<boolean>`invoices.state IN ('issued', 'part_paid')`);
  if (filter.state === "overdue") selection = selection.where(isOverdue(today));
  if (filter.state === "draft" || filter.state === "paid")
    selection = selection.where("invoices.state", "=", filter.state);
  if (filter.age) {
    const { from, to } = dueDatesOfBucket(filter.age, today);
    if (from) selection = selection.where("invoices.due_date", ">=", from);
    if (to) selection = selection.where("invoices.due_date", "<=", to);
  }
  const { rows, nextCursor } = await readPage(selection, byDue ? dueFirst : newestFirst, {
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
        settledBy: settlementMethod({
          state: row.state,
          settledFils: row.settled_fils,
          creditedFils: row.credited_fils,
          writtenOffFils: row.written_off_fils,
        }),
        overdue: row.reference !== null && row.open_fils > 0 && row.due_date! < today,
        customer: { id: row.customer_id, name: row.company ?? row.customer_name },
        createdAt: row.created_at.toISOString(),
        issueDate: row.issue_date,
        dueDate: row.due_date,
        totalFils: row.total_fils,
        openFils: row.open_fils,
        isUncredited: row.kind === "invoice" && row.uncredited_fils > 0,
      }),
    ),
    nextCursor,
  };
}
