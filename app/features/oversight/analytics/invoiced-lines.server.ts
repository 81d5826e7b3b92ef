import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { billedName } from "../../core/customers/billed-name.server";
import { placeInReaderLanguage } from "../../core/geography/community-names";
import { NO_SERVICE } from "../../finance/ledger/ledger";
import { NO_AREA } from "../../operations/bookings/list/booking-filter";
import type { InvoicedLinesFilter } from "./invoiced-lines";
import type { InvoicedLine, InvoicedTotal } from "./views";

const byDay = keyset("desc", ["day", "revenueEntries.day"], ["number", "revenueEntries.id"]);

/** Lists invoiced lines, newest first; their sum is the figure. */
export const listInvoicedLines = query(
  "analytics.read-money",
  async function listInvoicedLines(ctx, filter: InvoicedLinesFilter & PageParams) {
    const { rows, nextCursor } = await readPage(
      wanted(ctx, filter)
        .innerJoin("invoices", "invoices.id", "revenueEntries.invoiceId")
        .innerJoin("customers", "customers.id", "invoices.customerId")
        .leftJoin("creditNotes", "creditNotes.id", "revenueEntries.creditNoteId")
        .leftJoin("technicians", "technicians.id", "revenueEntries.technicianId")
        .leftJoin("services", "services.id", "revenueEntries.service")
        .select([
          "revenueEntries.id",
          "revenueEntries.invoiceId",
          "revenueEntries.creditNoteId",
          "revenueEntries.day",
          "revenueEntries.service",
          "revenueEntries.area",
          "revenueEntries.fils",
          textInReaderLanguage("services.name").as("serviceName"),
          "technicians.name as technicianName",
          sql<string>`coalesce(credit_notes.reference, invoices.reference)`.as("reference"),
          billedName.as("customer"),
        ]),
      byDay,
      filter,
    );
    const lines = rows.map(
      (row): InvoicedLine => ({
        id: String(row.id),
        day: row.day,
        invoiceId: row.invoiceId,
        reference: row.reference,
        credit: row.creditNoteId !== null,
        customer: row.customer,
        service: row.serviceName ?? (row.service || null),
        area: row.area ? placeInReaderLanguage(row.area) : null,
        technician: row.technicianName,
        fils: row.fils,
      }),
    );
    return { lines, nextCursor };
  },
);

/** Total of these lines. */
export const getInvoicedTotal = query(
  "analytics.read-money",
  async function getInvoicedTotal(ctx, filter: InvoicedLinesFilter): Promise<InvoicedTotal> {
    const { fils, lines } = await wanted(ctx, filter)
      .select([sql<number>`coalesce(sum(fils), 0)::bigint`.as("fils"), sql<number>`count(*)`.as("lines")])
      .executeTakeFirstOrThrow();
    return { fils: Number(fils), lines: Number(lines) };
  },
);

function wanted(ctx: Ctx, { from, to, service, area, technician }: InvoicedLinesFilter) {
  let rows = ctx.db.selectFrom("revenueEntries");
  if (from) rows = rows.where("revenueEntries.day", ">=", from);
  if (to) rows = rows.where("revenueEntries.day", "<=", to);
  if (service) rows = rows.where("revenueEntries.service", "=", service === NO_SERVICE ? "" : service);
  if (area) rows = rows.where("revenueEntries.area", "=", area === NO_AREA ? "" : area);
  if (technician) rows = rows.where("revenueEntries.technicianId", "=", technician);
  return rows;
}
