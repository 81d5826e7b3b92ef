import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { may } from "~/platform/auth/permissions";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { addDays, dubaiInstant } from "~/platform/time";
import { bookedServiceName } from "../../../operations/bookings/work/booked-service.server";
import type { FinishedWorkFilter, FinishedWorkList } from "./views";

const lastFinishedFirst = keyset("desc", ["instant", "finish.endedAt"], ["id", "bookings.id"]);

/** Issued and not fully credited, also through the quote of the work. */
const invoiceReference = sql<string | null>`(
  SELECT invoices.reference FROM invoices
  WHERE invoices.kind = 'invoice' AND invoices.issued_at IS NOT NULL AND invoices.uncredited_fils > 0
    AND (invoices.booking_id = bookings.id OR invoices.quote_id IN (
      SELECT quotes.id FROM quotes WHERE quotes.work_booking_id = bookings.id))
  ORDER BY invoices.issued_at LIMIT 1)`;

/** Work that is done or completed, last finished first (docs/domain.md, "VAT and invoices"). */
export const listFinishedWork = query(
  "bookings.read",
  async function listFinishedWork(ctx, filter: FinishedWorkFilter & PageParams): Promise<FinishedWorkList> {
    const maySeeInvoices = may(ctx.actor, "invoices.read");
    let selection = ctx.db
      .selectFrom("visits as finish")
      .innerJoin("bookings", "bookings.id", "finish.bookingId")
      .innerJoin("services", "services.id", "bookings.serviceId")
      .leftJoin("technicians", "technicians.id", "finish.technicianId")
      .select([
        ...(["bookings.id", "bookings.reference", "bookings.state", "bookings.version"] as const),
        ...(["bookings.serviceId", "bookings.tradeId", "bookings.emergency", "bookings.area"] as const),
        ...(["bookings.contactName", "finish.endedAt", "technicians.name as technicianName"] as const),
        bookedServiceName,
        invoiceReference.as("invoiceReference"),
      ])
      // The last visit of the booking.
      .where("finish.state", "=", "work_done")
      .where("finish.superseded", "=", false)
      .where("finish.leadVisitId", "is", null)
      .where("finish.endedAt", "is not", null)
      .where("bookings.state", "in", ["work_done", "completed"]);
    if (filter.from) selection = selection.where("finish.endedAt", ">=", dubaiInstant(filter.from, "00:00"));
    if (filter.to) {
      selection = selection.where("finish.endedAt", "<", dubaiInstant(addDays(filter.to, 1), "00:00"));
    }
    if (filter.step === "to-complete") selection = selection.where("bookings.state", "=", "work_done");
    if (filter.step === "to-invoice") {
      selection = selection
        .where("bookings.state", "=", "completed")
        .where(sql<boolean>`${invoiceReference} IS NULL`);
    }
    const { rows, nextCursor } = await readPage(selection, lastFinishedFirst, filter);
    return {
      bookings: rows.map(({ contactName, endedAt, invoiceReference, ...row }) => ({
        ...row,
        customerName: contactName,
        finishedAt: endedAt!.toISOString(),
        step:
          row.state === "work_done"
            ? may(ctx.actor, "bookings.manage")
              ? "to-complete"
              : null
            : invoiceReference === null && may(ctx.actor, "invoices.manage")
              ? "to-invoice"
              : null,
        invoiceReference: maySeeInvoices ? invoiceReference : null,
      })),
      nextCursor,
    };
  },
);
