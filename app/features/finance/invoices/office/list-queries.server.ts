import { type RawBuilder, sql } from "kysely";
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

/** Conditions without the search. */
function filtersOf(filter: InvoiceFilter, today: string): RawBuilder<boolean>[] {
  const filters: RawBuilder<boolean>[] = [];
  if (filter.customer) filters.push(sql`invoices.customer_id = ${filter.customer}`);
  if (filter.booking) filters.push(sql`invoices.booking_id = ${filter.booking}`);
  if (filter.quote) filters.push(sql`invoices.quote_id = ${filter.quote}`);
  if (filter.contract) filters.push(sql`invoices.contract_id = ${filter.contract}`);
  if (filter.from) filters.push(sql`invoices.issue_date >= ${filter.from}`);
  if (filter.to) filters.push(sql`invoices.issue_date <= ${filter.to}`);
  if (filter.age || filter.state === "open" || filter.state === "overdue")
    filters.push(sql`invoices.state IN ('issued', 'part_paid')`);
  if (filter.state === "overdue") filters.push(isOverdue(today));
  if (filter.state === "draft" || filter.state === "paid")
    filters.push(sql`invoices.state = ${filter.state}`);
  if (filter.age) {
    const { from, to } = dueDatesOfBucket(filter.age, today);
    // An invoice covered by cheques in hand is not due.
    const isCovered = sql<boolean>`invoices.held_fils >= invoices.open_fils`;
    if (filter.age === "not-due") filters.push(sql`(invoices.due_date >= ${from} OR ${isCovered})`);
    else {
      filters.push(sql`invoices.held_fils < invoices.open_fils`);
      if (from) filters.push(sql`invoices.due_date >= ${from}`);
    }
    if (to) filters.push(sql`invoices.due_date <= ${to}`);
  }
  return filters;
}

async function readInvoices(ctx: Ctx, filter: InvoiceFilter & PageParams): Promise<InvoiceList> {
  const today = dubaiDate(ctx.now);
  const selection = ctx.db
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
  const byDue = filter.age !== undefined || filter.state === "open" || filter.state === "overdue";
  const order = byDue ? dueFirst : newestFirst;
  const params = { ...filter, sort: byDue ? "due" : undefined };
  const filters = filtersOf(filter, today);
  if (filter.search) {
    const page = { table: "invoices", filters: [...filters], order, params } as const;
    filters.push(await matchesOwnTextOrCustomer(ctx, filter.search, page));
  }
  const filtered = filters.reduce((rows, condition) => rows.where(condition), selection);
  const { rows, nextCursor } = await readPage(filtered, order, params);
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
