import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { query } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import { isInMonthsSince } from "~/platform/events/trail.server";
import { bidiIsolate, localeOrDefault } from "~/platform/locale/locale";
import type { ChannelConfig } from "~/platform/messaging/providers/channel-providers.server";
import { canReceiveWhatsapp } from "~/platform/messaging/require-whatsapp.server";
import { daysBetween, dubaiDate } from "~/platform/time";
import { listChargedVat } from "../../../core/business/vat-rates.server";
import { canRemindOfMoney } from "../../../core/customers/text-route.server";
import type { Party } from "../../../core/documents/document-data";
import { LINK_PLACE } from "../../../core/documents/shared-link";
import type { IssuedBuyer } from "../../../core/e-invoices/missing-fields";
import { findPartTerms } from "../../../core/packages/part-terms.server";
import { quantityOf } from "../../../core/pricing/quantity";
import type { VatTreatment } from "../../../core/pricing/vat-treatment";
import { currentBuyer, currentSeller, propertyAddress } from "../../quotes/document/parties.server";
import { findSupplyDate } from "../draft/supply-date.server";
import { loadEInvoiceViews } from "../e-invoice/e-invoice-view.server";
import { ISSUE_WITHIN_DAYS, isInvoiceOverdue, settlementStatus } from "../invoice";
import { findRelief } from "../overdue/relief.server";
import type { InvoiceDetail } from "../views";

const SHOWN_HISTORY = 30;

export const findInvoiceDetail = query(
  "invoices.read",
  async function findInvoiceDetail(
    ctx,
    id: string,
    config: ChannelConfig & Pick<Config, "eInvoiceUrl"> = {},
  ): Promise<InvoiceDetail | null> {
    const row = await ctx.db
      .selectFrom("invoices")
      .innerJoin("customers", "customers.id", "invoices.customerId")
      .leftJoin("bookings", "bookings.id", "invoices.bookingId")
      .leftJoin("quotes", "quotes.id", "invoices.quoteId")
      .selectAll("invoices")
      .select([
        "customers.name as customerName",
        "customers.email as customerEmail",
        "customers.phone as customerPhone",
        "bookings.reference as bookingReference",
        "quotes.reference as quoteReference",
      ])
      .where("invoices.id", "=", id)
      .executeTakeFirst();
    if (!row) return null;
    const lines = await ctx.db
      .selectFrom("invoiceLines")
      .selectAll()
      .where("invoiceId", "=", id)
      .orderBy("position")
      .execute();
    const settlements = await ctx.db
      .selectFrom("settlements")
      .leftJoin("payments", "payments.id", "settlements.paymentId")
      .leftJoin("creditNotes", "creditNotes.id", "settlements.creditNoteId")
      .leftJoin("writeOffs", "writeOffs.id", "settlements.writeOffId")
      .leftJoin("writeOffReversals", "writeOffReversals.id", "settlements.writeOffReversalId")
      .select((eb) => [
        "settlements.id",
        "settlements.kind",
        "settlements.amountFils",
        "settlements.at",
        eb.fn
          .coalesce(
            "settlements.day",
            "writeOffReversals.day",
            sql<string>`CASE WHEN settlements.at = payments.recorded_at THEN received_on ELSE dubai_day(settlements.at) END`,
          )
          .as("day"),
        eb.fn.coalesce("payments.reference", "creditNotes.reference").as("reference"),
        "writeOffReversals.kind as reversal",
        eb
          .case()
          .when("writeOffReversals.id", "is not", null)
          .then(eb.ref("writeOffReversals.reason"))
          .else(eb.fn.coalesce("creditNotes.reason", "writeOffs.reason"))
          .end()
          .as("reason"),
      ])
      .where("settlements.invoiceId", "=", id)
      .orderBy("settlements.id")
      .execute();
    const creditNotes = await ctx.db
      .selectFrom("creditNotes")
      .select(["id", "reference", "totalFils", "reason", "issueDate", "erasedAt"])
      .where("invoiceId", "=", id)
      .orderBy("reference")
      .execute();
    const history = await ctx.db
      .selectFrom("trail")
      .leftJoin("trailValues", (join) =>
        join
          .onRef("trailValues.trailId", "=", "trail.id")
          .on(isInMonthsSince("trailValues.trailId", row.createdAt)),
      )
      .select(["trail.id", "trail.type", "trail.at", "trailValues.actorName", "trailValues.reason"])
      .select(sql<string | null>`trail_values.after ->> 'email'`.as("recipient"))
      .where("subjectType", "=", "invoice")
      .where("subjectId", "=", id)
      .where(isInMonthsSince("trail.id", row.createdAt))
      .orderBy("trail.id", "desc")
      .limit(SHOWN_HISTORY)
      .execute();
    const eInvoices = await loadEInvoiceViews(
      ctx,
      row,
      creditNotes.map(({ id }) => id),
    );
    const today = dubaiDate(ctx.now);
    const supplyDate = row.issuedAt === null ? await findSupplyDate(ctx, row) : null;
    const relief = row.writtenOffFils > 0 ? await findRelief(ctx, id) : null;
    const place = row.propertyId && (await propertyAddress(ctx, row.propertyId));
    const parts =
      row.issuedAt === null && row.propertyId
        ? await findPartTerms(ctx, [row.propertyId], supplyDate ?? row.supplyDate ?? today)
        : null;
    return {
      id: row.id,
      version: row.version,
      kind: row.kind,
      state: row.state,
      settlement: settlementStatus(row),
      reference: row.reference,
      title: row.title,
      customer: {
        id: row.customerId,
        name: row.customerName,
        email: row.customerEmail,
        phone: row.customerPhone,
        hasWhatsapp: canReceiveWhatsapp(config, row.customerPhone),
        canBeReminded: await canRemindOfMoney(
          ctx,
          { customerId: row.customerId, email: row.customerEmail, phone: row.customerPhone },
          config,
        ),
      },
      booking: linkTo(row.bookingId, row.bookingReference),
      quote: linkTo(row.quoteId, row.quoteReference),
      propertyId: row.propertyId,
      propertyAddress: place,
      parts: parts?.get(row.propertyId!) ?? null,
      language: row.language,
      linkText: m.invoices_link_whatsapp(
        { name: bidiIsolate(row.customerName), reference: row.reference ?? "", url: LINK_PLACE },
        { locale: localeOrDefault(row.language) },
      ),
      seller: row.seller ?? (await currentSeller(ctx)),
      buyer: row.buyer
        ? printedParty(row.buyer)
        : await currentBuyer(ctx, { customerId: row.customerId, propertyId: row.propertyId }),
      note: row.note,
      createdAt: row.createdAt.toISOString(),
      issuedAt: row.issuedAt?.toISOString() ?? null,
      issueDate: row.issueDate,
      instalment: row.instalment,
      supplyDate: supplyDate ?? row.supplyDate,
      supplyDateFixed: supplyDate !== null,
      dueDate: row.dueDate,
      netFils: row.netFils,
      vatFils: row.vatFils,
      totalFils: row.totalFils,
      settledFils: row.settledFils,
      creditedFils: row.creditedFils,
      deductedFils: row.deductedFils,
      writtenOffFils: row.writtenOffFils,
      relief: relief && {
        notifiedOn: relief.notifiedOn,
        relievedFils: relief.relievedFils,
        claimableVatFils: relief.claimableVatFils,
        obstacle: relief.obstacle,
        from: relief.from,
      },
      canCredit:
        row.issuedAt !== null &&
        (row.kind === "deposit"
          ? row.creditedFils + row.deductedFils < row.totalFils
          : row.kind === "opening"
            ? row.creditedFils < row.totalFils
            : row.uncreditedFils > 0),
      openFils: row.openFils,
      overdue: row.issuedAt !== null && isInvoiceOverdue(row, today),
      issueOverdue:
        row.issuedAt === null &&
        row.supplyDate !== null &&
        daysBetween(row.supplyDate, today) > ISSUE_WITHIN_DAYS,
      reminders: row.reminders,
      hasDocument: row.kind !== "opening" && row.issuedAt !== null && row.erasedAt === null,
      eInvoice: eInvoices.ofInvoice,
      eInvoicingEnabled: config.eInvoiceUrl !== undefined,
      lines: lines.map((line) => ({
        position: line.position,
        section: line.section,
        description: line.description,
        quantityHundredths: quantityOf(line),
        unit: line.unit,
        unitFils: line.unitFils,
        discountFils: line.discountFils,
        vatPercent: line.vatPercent,
        vatTreatment: line.vatTreatment as VatTreatment,
        grossFils: line.grossFils,
        vatFils: line.vatFils,
        serviceId: line.serviceId,
        priceId: line.priceId,
        deductsId: line.deductedDepositId,
        partContractId: line.partContractId,
      })),
      vatRates: await listChargedVat(ctx),
      today,
      settlements: settlements.map(({ amountFils, at, ...settlement }) => ({
        ...settlement,
        amountFils,
        at: at.toISOString(),
      })),
      creditNotes: creditNotes.map((note) => ({
        id: note.id,
        reference: note.reference,
        totalFils: note.totalFils,
        reason: note.reason,
        issueDate: note.issueDate,
        hasDocument: note.erasedAt === null,
        eInvoice: eInvoices.ofCreditNote(note.id),
      })),
      history: history.map(({ id, type, at, actorName, reason, recipient }) => ({
        id,
        event: type,
        actorName,
        reason,
        recipient,
        at: at.toISOString(),
      })),
    };
  },
);

function linkTo(id: string | null, reference: string | null) {
  return id && reference ? { id, reference } : null;
}

function printedParty({ business: _, ...party }: IssuedBuyer): Party {
  return party;
}
