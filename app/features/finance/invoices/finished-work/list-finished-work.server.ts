import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { may } from "~/platform/auth/permissions";
import { findMissingLetters } from "~/platform/documents/render.server";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { distinctLetters } from "~/platform/text/distinct-letters";
import { addDays, dubaiInstant } from "~/platform/time";
import { billedName } from "../../../core/customers/billed-name.server";
import { bookedServiceName, tradeName } from "../../../operations/bookings/work/booked-service.server";
import type { FinishedWorkFilter, FinishedWorkList, FinishedWorkStep } from "./views";

const lastFinishedFirst = keyset("desc", ["instant", "finish.endedAt"], ["id", "bookings.id"]);

/** Issued and not fully credited, also through the quote of the work. */
const invoiceReference = sql<string | null>`(
  SELECT invoices.reference FROM invoices
  WHERE invoices.kind = 'invoice' AND invoices.issued_at IS NOT NULL AND invoices.uncredited_fils > 0
    AND (invoices.booking_id = bookings.id OR invoices.quote_id IN (
      SELECT quotes.id FROM quotes WHERE quotes.work_booking_id = bookings.id))
  ORDER BY invoices.issued_at LIMIT 1)`;

/**
 * Nothing to invoice: assessments, warranty visits and visits paid by a contract. Unpriced work and work with a draft or
 * an accepted quote has a charge.
 */
const isFree = sql<boolean>`(
  bookings.state = 'completed'
  AND NOT EXISTS (
    SELECT FROM booking_lines lines
    WHERE lines.booking_id = bookings.id AND (lines.gross_fils IS NULL OR lines.gross_fils > lines.covered_fils))
  AND NOT EXISTS (
    SELECT FROM invoices
    WHERE invoices.booking_id = bookings.id AND (invoices.issued_at IS NULL OR invoices.uncredited_fils > 0))
  AND NOT EXISTS (
    SELECT FROM quotes
    WHERE (quotes.work_booking_id = bookings.id OR quotes.booking_id = bookings.id AND quotes.work_booking_id IS NULL)
      AND quotes.state IN ('approved', 'converted')))`;

/** Name and address of the buyer, as `currentBuyer` reads them for one invoice. */
const buyerText = sql<string>`concat_ws(' ', ${billedName},
  coalesce(customers.billing_address,
    concat_ws(' ', properties.street, properties.building, properties.unit, properties.area)))`;

/** Work that is done or completed, last finished first (docs/domain.md, "VAT and invoices"). */
export const listFinishedWork = query(
  "bookings.read",
  async function listFinishedWork(ctx, filter: FinishedWorkFilter & PageParams): Promise<FinishedWorkList> {
    const maySeeInvoices = may(ctx.actor, "invoices.read");
    let selection = ctx.db
      .selectFrom("visits as finish")
      .innerJoin("bookings", "bookings.id", "finish.bookingId")
      .innerJoin("services", "services.id", "bookings.serviceId")
      .innerJoin("customers", "customers.id", "bookings.customerId")
      .innerJoin("properties", "properties.id", "bookings.propertyId")
      .leftJoin("technicians", "technicians.id", "finish.technicianId")
      .select(buyerText.as("buyerText"))
      .select([
        ...(["bookings.id", "bookings.reference", "bookings.state", "bookings.version"] as const),
        ...(["bookings.serviceId", "bookings.tradeId", "bookings.emergency", "bookings.area"] as const),
        ...(["bookings.contactName", "finish.endedAt", "technicians.name as technicianName"] as const),
        bookedServiceName(),
        tradeName(),
        invoiceReference.as("invoiceReference"),
        isFree.as("isFree"),
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
        .where(sql<boolean>`${invoiceReference} IS NULL AND NOT ${isFree}`);
    }
    const { rows, nextCursor } = await readPage(selection, lastFinishedFirst, filter);
    const stepOf = (row: (typeof rows)[number]): FinishedWorkStep | null => {
      if (row.state === "work_done") return may(ctx.actor, "bookings.manage") ? "to-complete" : null;
      return row.invoiceReference === null && !row.isFree && may(ctx.actor, "invoices.manage")
        ? "to-invoice"
        : null;
    };
    const textToPrint = (row: (typeof rows)[number]) => (stepOf(row) === "to-invoice" ? row.buyerText : "");
    const missing = new Set(await findMissingLetters(ctx, rows.map(textToPrint).join("\n")));
    return {
      bookings: rows.map((row) => {
        const { contactName, endedAt, invoiceReference, buyerText: _, ...shown } = row;
        return {
          ...shown,
          customerName: contactName,
          finishedAt: endedAt!.toISOString(),
          step: stepOf(row),
          missingLetters: distinctLetters(textToPrint(row)).filter((letter) => missing.has(letter)),
          invoiceReference: maySeeInvoices ? invoiceReference : null,
        };
      }),
      nextCursor,
    };
  },
);
