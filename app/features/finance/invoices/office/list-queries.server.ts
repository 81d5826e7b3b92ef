import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { dubaiDate } from "~/platform/time";
import { matchesOwnTextOrCustomer } from "../../../core/customers/search.server";
import { isInvoiceOverdue, settlementStatus } from "../invoice";
import { isOverdue } from "../overdue/overdue.server";
import type { InvoiceList, InvoiceRow } from "../views";
import { dueDatesOfBucket, type InvoiceFilter } from "./invoice-filter";

const newestFirst = keyset("desc", ["instant", "invoices.createdAt"], ["id", "invoices.id"]);
/** Longest overdue first; matches the index `invoices_open_idx`. */
const dueFirst = keyset("asc", ["day", "invoices.dueDate"], ["id", "invoices.id"]);

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
    .innerJoin("customers", "customers.id", "invoices.customerId")
    .select([
      "invoices.id",
      "invoices.version",
      "invoices.kind",
      "invoices.reference",
      "invoices.state",
      "invoices.customerId",
      "customers.name as customerName",
      "customers.company",
      "invoices.createdAt",
      "invoices.issueDate",
      "invoices.dueDate",
      "invoices.totalFils",
      "invoices.openFils",
      "invoices.heldFils",
      "invoices.uncreditedFils",
      "invoices.settledFils",
      "invoices.creditedFils",
      "invoices.writtenOffFils",
    ]);
  if (filter.search)
    selection = selection.where(await matchesOwnTextOrCustomer(ctx, "invoices", filter.search));
  if (filter.customer) selection = selection.where("invoices.customerId", "=", filter.customer);
  if (filter.booking) selection = selection.where("invoices.bookingId", "=", filter.booking);
  if (filter.quote) selection = selection.where("invoices.quoteId", "=", filter.quote);
  if (filter.contract) selection = selection.where("invoices.contractId", "=", filter.contract);
  if (filter.from) selection = selection.where("invoices.issueDate", ">=", filter.from);
  if (filter.to) selection = selection.where("invoices.issueDate", "<=", filter.to);
  const byDue = filter.age !== undefined || filter.state === "open" || filter.state === "overdue";
  if (byDue) selection = selection.where(sql<boolean>`invoices.state IN ('issued', 'part_paid')`);
  if (filter.state === "overdue") selection = selection.where(isOverdue(today));
  if (filter.state === "draft" || filter.state === "paid")
    selection = selection.where("invoices.state", "=", filter.state);
  if (filter.age) {
    const { from, to } = dueDatesOfBucket(filter.age, today);
    // An invoice covered by cheques in hand is not due.
    const covered = sql<boolean>`invoices.held_fils >= invoices.open_fils`;
    if (filter.age === "not-due")
      selection = selection.where((eb) => eb.or([eb("invoices.dueDate", ">=", from!), covered]));
    else selection = selection.where(sql<boolean>`invoices.held_fils < invoices.open_fils`);
    if (from && filter.age !== "not-due") selection = selection.where("invoices.dueDate", ">=", from);
    if (to) selection = selection.where("invoices.dueDate", "<=", to);
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
        settlement: settlementStatus({
          state: row.state,
          settledFils: row.settledFils,
          creditedFils: row.creditedFils,
          writtenOffFils: row.writtenOffFils,
        }),
        overdue: row.reference !== null && isInvoiceOverdue(row, today),
        customer: { id: row.customerId, name: row.company ?? row.customerName },
        createdAt: row.createdAt.toISOString(),
        issueDate: row.issueDate,
        dueDate: row.dueDate,
        totalFils: row.totalFils,
        openFils: row.openFils,
        isUncredited: row.kind === "invoice" && row.uncreditedFils > 0,
      }),
    ),
    nextCursor,
  };
}
