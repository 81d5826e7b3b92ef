import { query } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import { daysBetween, dubaiDate } from "~/platform/time";
import { listChargedVat } from "../../../core/business/vat.server";
import { findPartTerms } from "../../../core/packages/part-terms.server";
import { currentBuyer, currentSeller, propertyAddress } from "../../quotes/document/parties.server";
import { loadEInvoiceViews } from "../e-invoice/e-invoice-view.server";
import { ISSUE_WITHIN_DAYS, settlementMethod } from "../invoice";
import type { InvoiceDetail } from "../views";

const SHOWN_HISTORY = 30;

export const findInvoiceDetail = query(
  "invoices.read",
  async function findInvoiceDetail(
    ctx,
    id: string,
    config: Pick<Config, "eInvoiceUrl"> = {},
  ): Promise<InvoiceDetail | null> {
    const row = await ctx.db
      .selectFrom("invoices")
      .innerJoin("customers", "customers.id", "invoices.customer_id")
      .leftJoin("bookings", "bookings.id", "invoices.booking_id")
      .leftJoin("quotes", "quotes.id", "invoices.quote_id")
      .selectAll("invoices")
      .select([
        "customers.name as customer_name",
        "bookings.reference as booking_reference",
        "quotes.reference as quote_reference",
      ])
      .where("invoices.id", "=", id)
      .executeTakeFirst();
    if (!row) return null;
    const lines = await ctx.db
      .selectFrom("invoice_lines")
      .selectAll()
      .where("invoice_id", "=", id)
      .orderBy("position")
      .execute();
    const settlements = await ctx.db
      .selectFrom("settlements")
      .leftJoin("payments", "payments.id", "settlements.payment_id")
      .leftJoin("credit_notes", "credit_notes.id", "settlements.credit_note_id")
      .leftJoin("write_offs", "write_offs.id", "settlements.write_off_id")
      .select((eb) => [
        "settlements.id",
        "settlements.kind",
        "settlements.amount_fils",
        "settlements.at",
        eb.fn.coalesce("payments.reference", "credit_notes.reference").as("reference"),
        eb.fn.coalesce("credit_notes.reason", "write_offs.reason").as("reason"),
      ])
      .where("settlements.invoice_id", "=", id)
      .orderBy("settlements.id")
      .execute();
    const creditNotes = await ctx.db
      .selectFrom("credit_notes")
      .select(["id", "reference", "total_fils", "reason", "issue_date", "erased_at"])
      .where("invoice_id", "=", id)
      .orderBy("reference")
      .execute();
    const history = await ctx.db
      .selectFrom("trail")
      .leftJoin("trail_values", "trail_values.trail_id", "trail.id")
      .select(["trail.id", "trail.type", "trail.at", "trail_values.actor_name", "trail_values.reason"])
      .where("subject_type", "=", "invoice")
      .where("subject_id", "=", id)
      .orderBy("trail.id", "desc")
      .limit(SHOWN_HISTORY)
      .execute();
    const eInvoices = await loadEInvoiceViews(
      ctx,
      row,
      creditNotes.map(({ id }) => id),
    );
    const today = dubaiDate(ctx.now);
    const place = row.property_id && (await propertyAddress(ctx, row.property_id));
    const parts =
      row.issued_at === null && row.property_id
        ? await findPartTerms(ctx, [row.property_id], row.supply_date ?? today)
        : null;
    return {
      id: row.id,
      version: row.version,
      kind: row.kind,
      state: row.state,
      settledBy: settlementMethod({
        state: row.state,
        settledFils: row.settled_fils,
        creditedFils: row.credited_fils,
        writtenOffFils: settlements
          .filter(({ kind }) => kind === "write-off")
          .reduce((sum, { amount_fils }) => sum + amount_fils, 0),
      }),
      reference: row.reference,
      title: row.title,
      customer: { id: row.customer_id, name: row.customer_name },
      booking: linkTo(row.booking_id, row.booking_reference),
      quote: linkTo(row.quote_id, row.quote_reference),
      propertyId: row.property_id,
      propertyAddress: place,
      parts: parts?.get(row.property_id!) ?? null,
      language: row.language,
      seller: row.seller ?? (await currentSeller(ctx)),
      buyer:
        row.buyer ?? (await currentBuyer(ctx, { customerId: row.customer_id, propertyId: row.property_id })),
      note: row.note,
      createdAt: row.created_at.toISOString(),
      issuedAt: row.issued_at?.toISOString() ?? null,
      issueDate: row.issue_date,
      supplyDate: row.supply_date,
      dueDate: row.due_date,
      netFils: row.net_fils,
      vatFils: row.vat_fils,
      totalFils: row.total_fils,
      settledFils: row.settled_fils,
      creditedFils: row.credited_fils,
      deductedFils: row.deducted_fils,
      canCredit:
        row.kind === "deposit"
          ? row.credited_fils + row.deducted_fils < row.total_fils
          : row.kind === "invoice" && row.uncredited_fils > 0,
      openFils: row.open_fils,
      overdue: row.issued_at !== null && row.open_fils > 0 && row.due_date! < today,
      issueOverdue:
        row.issued_at === null &&
        row.supply_date !== null &&
        daysBetween(row.supply_date, today) > ISSUE_WITHIN_DAYS,
      reminders: row.reminders,
      hasDocument: row.kind !== "opening" && row.issued_at !== null && row.erased_at === null,
      eInvoice: eInvoices.ofInvoice,
      eInvoicingEnabled: config.eInvoiceUrl !== undefined,
      lines: lines.map((line) => ({
        position: line.position,
        section: line.section,
        description: line.description,
        quantityHundredths: line.quantity_hundredths,
        unit: line.unit,
        unitFils: line.unit_fils,
        discountFils: line.discount_fils,
        vatPercent: line.vat_percent,
        grossFils: line.gross_fils,
        vatFils: line.vat_fils,
        serviceId: line.service_id,
        priceId: line.price_id,
        deductsId: line.deducted_deposit_id,
        partContractId: line.part_contract_id,
      })),
      vatRates: await listChargedVat(ctx),
      today,
      settlements: settlements.map(({ amount_fils, at, ...settlement }) => ({
        ...settlement,
        amountFils: amount_fils,
        at: at.toISOString(),
      })),
      creditNotes: creditNotes.map((note) => ({
        id: note.id,
        reference: note.reference,
        totalFils: note.total_fils,
        reason: note.reason,
        issueDate: note.issue_date,
        hasDocument: note.erased_at === null,
        eInvoice: eInvoices.ofCreditNote(note.id),
      })),
      history: history.map(({ id, type, at, actor_name, reason }) => ({
        id,
        event: type,
        actorName: actor_name,
        reason,
        at: at.toISOString(),
      })),
    };
  },
);

function linkTo(id: string | null, reference: string | null) {
  return id && reference ? { id, reference } : null;
}
