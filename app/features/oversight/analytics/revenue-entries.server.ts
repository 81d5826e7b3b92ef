import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { NO_SERVICE } from "../../finance/ledger/ledger";
import { NO_AREA } from "../../operations/bookings/list/booking-filter";
import type { RevenueFilter } from "./revenue";
import type { RevenueEntry, RevenueTotal } from "./views";

const byDay = keyset("desc", ["day", "revenue_entries.day"], ["number", "revenue_entries.id"]);

/** Lists invoiced lines, newest first; their sum is the figure. */
export const listRevenueEntries = query(
  "analytics.read-money",
  async function listRevenueEntries(ctx, filter: RevenueFilter & PageParams) {
    const { rows, nextCursor } = await readPage(
      wanted(ctx, filter)
        .innerJoin("invoices", "invoices.id", "revenue_entries.invoice_id")
        .innerJoin("customers", "customers.id", "invoices.customer_id")
        .leftJoin("credit_notes", "credit_notes.id", "revenue_entries.credit_note_id")
        .leftJoin("technicians", "technicians.id", "revenue_entries.technician_id")
        .leftJoin("services", "services.id", "revenue_entries.service")
        .select([
          "revenue_entries.id",
          "revenue_entries.invoice_id",
          "revenue_entries.credit_note_id",
          "revenue_entries.day",
          "revenue_entries.service",
          "revenue_entries.area",
          "revenue_entries.fils",
          "services.name as service_name",
          "technicians.name as technician_name",
          sql<string>`coalesce(credit_notes.reference, invoices.reference)`.as("reference"),
          sql<string>`coalesce(customers.company, customers.name)`.as("customer"),
        ]),
      byDay,
      filter,
    );
    const entries = rows.map(
      (row): RevenueEntry => ({
        id: String(row.id),
        day: row.day,
        invoiceId: row.invoice_id,
        reference: row.reference,
        credit: row.credit_note_id !== null,
        customer: row.customer,
        service: row.service_name ?? (row.service || null),
        area: row.area || null,
        technician: row.technician_name,
        fils: row.fils,
      }),
    );
    return { entries, nextCursor };
  },
);

/** Total of the revenue entries. */
export const getRevenueTotal = query(
  "analytics.read-money",
  async function getRevenueTotal(ctx, filter: RevenueFilter): Promise<RevenueTotal> {
    const { fils, lines } = await wanted(ctx, filter)
      .select([sql<number>`coalesce(sum(fils), 0)::bigint`.as("fils"), sql<number>`count(*)`.as("lines")])
      .executeTakeFirstOrThrow();
    return { fils: Number(fils), lines: Number(lines) };
  },
);

function wanted(ctx: Ctx, { from, to, service, area, technician }: RevenueFilter) {
  let rows = ctx.db.selectFrom("revenue_entries");
  if (from) rows = rows.where("revenue_entries.day", ">=", from);
  if (to) rows = rows.where("revenue_entries.day", "<=", to);
  if (service) rows = rows.where("revenue_entries.service", "=", service === NO_SERVICE ? "" : service);
  if (area) rows = rows.where("revenue_entries.area", "=", area === NO_AREA ? "" : area);
  if (technician) rows = rows.where("revenue_entries.technician_id", "=", technician);
  return rows;
}
