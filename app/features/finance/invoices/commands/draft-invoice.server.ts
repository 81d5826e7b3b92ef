import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { refuse } from "~/platform/http/refusal";
import { inReaderLanguage } from "~/platform/locale/content-language.server";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { dubaiDate } from "~/platform/time";
import { findCustomerLanguage } from "../../../core/customers/customer-language.server";
import type { Instalment } from "../../../core/packages/instalments";
import { discountOf, distributeDiscount, lineGross } from "../../../core/pricing/document-lines";
import { quantityOf } from "../../../core/pricing/quantity";
import type { VatTreatment } from "../../../core/pricing/vat-treatment";
import { documentLinesOf } from "../../../operations/bookings/lines/document-lines.server";
import { listLines } from "../../../operations/bookings/lines/lines.server";
import { resolveCustomerOfBooking } from "../../../operations/bookings/request/customer-candidates.server";
import { listInstalments } from "../../contracts/instalments.server";
import { type AgreedContract, isAgreed, lockContract } from "../../contracts/lock-contract.server";
import { contractLine, draftInstalment } from "../contract/draft-instalment.server";
import { createDraft } from "../draft/create-draft.server";
import { deductionLines, lockDeposits } from "../draft/draft-lines.server";
import type { InvoiceLine } from "../draft/invoice-lines";
import { findSupplyDate } from "../draft/supply-date.server";
import type { DraftSource } from "../schema";

/**
 * A booking, quote or contract has one invoice at a time: an existing draft is returned, an issued invoice
 * that is not fully credited causes a refusal.
 */
export const draftInvoice = command("invoices.manage", async function draftInvoice(ctx, source: DraftSource) {
  if ("quoteId" in source) return draftFromQuote(ctx, source.quoteId);
  if ("bookingId" in source) return draftFromBooking(ctx, source.bookingId, source.customerId);
  if ("contractId" in source) return draftFromContract(ctx, source.contractId);
  const customer = await ctx.db
    .selectFrom("customers")
    .select((eb) => eb.fn.coalesce("mergedInto", "id").as("id"))
    .where("id", "=", source.customerId)
    .executeTakeFirst();
  if (!customer) return refuse("customer-unknown");
  const language = await findCustomerLanguage(ctx, customer.id);
  return createDraft(ctx, { from: "customer", customerId: customer.id, language });
});

/** `chosenCustomerId`: the office's choice among the customers with the booking's phone. */
async function draftFromBooking(ctx: Ctx, bookingId: string, chosenCustomerId?: string) {
  const booking = await ctx.db
    .selectFrom("bookings")
    .innerJoin("services", "services.id", "bookings.serviceId")
    .selectAll("bookings")
    .select(["services.name as serviceName", "services.nameAr as serviceNameAr"])
    .where("bookings.id", "=", bookingId)
    .forUpdate("bookings")
    .executeTakeFirst();
  if (!booking) return refuse("not-found");
  if (["requested", "declined", "cancelled"].includes(booking.state)) return refuse("wrong-state");
  // Quoted work is invoiced at the quoted prices.
  const quote = await ctx.db
    .selectFrom("quotes")
    .select("id")
    .where((eb) => eb.or([eb("workBookingId", "=", bookingId), eb("bookingId", "=", bookingId)]))
    .where("state", "in", ["approved", "converted"])
    .where((eb) => eb.or([eb("workBookingId", "is", null), eb("workBookingId", "=", bookingId)]))
    .orderBy("answeredAt", "desc")
    .executeTakeFirst();
  if (quote) return draftFromQuote(ctx, quote.id);
  const existing = await findExistingInvoice(ctx, { bookingId });
  if (existing) return existing;
  const customer = await resolveCustomerOfBooking(ctx, booking, chosenCustomerId);
  if (!customer.ok) return customer;
  return createDraft(ctx, {
    from: "booking",
    customerId: customer.customerId,
    propertyId: customer.propertyId,
    bookingId,
    language: booking.language,
    supplyDate: await findSupplyDate(ctx, { bookingId }),
    lines: await bookedLines(ctx, {
      id: bookingId,
      language: booking.language,
      serviceId: booking.serviceId,
      serviceName: inLocale(
        localeOrDefault(booking.language),
        () => inReaderLanguage(booking, ["serviceName"]).serviceName,
      ),
    }),
  });
}

/** Lines at the booked prices. */
async function bookedLines(
  ctx: Ctx,
  booking: { id: string; language: string; serviceId: string; serviceName: string },
): Promise<InvoiceLine[]> {
  const booked = await inLocale(localeOrDefault(booking.language), () => listLines(ctx, booking.id));
  const plain = { section: "", deductsId: null, partContractId: null, vatTreatment: "standard" as const };
  // Warranty visits have no lines.
  if (booked.length === 0) {
    const nothing = { quantityHundredths: 100, unit: "", unitFils: 0, discountFils: 0, priceId: null };
    return [{ ...plain, ...nothing, description: booking.serviceName, serviceId: booking.serviceId }];
  }
  return documentLinesOf(booked, booking.language).map((line) => ({ ...plain, ...line }));
}

async function draftFromQuote(ctx: Ctx, quoteId: string) {
  const quote = await ctx.db
    .selectFrom("quotes")
    .selectAll()
    .where("id", "=", quoteId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!quote) return refuse("not-found");
  if (quote.renewsContractId) {
    const { renewedContractId } = await ctx.db
      .selectFrom("renewalOffers")
      .select("renewedContractId")
      .where("quoteId", "=", quoteId)
      .executeTakeFirstOrThrow();
    // A renewal quote is invoiced through its contract.
    return renewedContractId ? draftFromContract(ctx, renewedContractId) : refuse("not-approved");
  }
  const answer = await ctx.db
    .selectFrom("quoteAnswers")
    .innerJoin("quoteRevisions", (join) =>
      join
        .onRef("quoteRevisions.quoteId", "=", "quoteAnswers.quoteId")
        .onRef("quoteRevisions.number", "=", "quoteAnswers.revision"),
    )
    .select(["revision", "chosen", "discountKind", "discount", "vatTreatment"])
    .where("quoteAnswers.quoteId", "=", quoteId)
    .where("answer", "=", "approved")
    .executeTakeFirst();
  if (!answer || !["approved", "converted"].includes(quote.state)) return refuse("not-approved");
  const existing = await findExistingInvoice(ctx, { quoteId });
  if (existing) return existing;
  const rows = await ctx.db
    .selectFrom("quoteLines")
    .selectAll()
    .where("quoteId", "=", quoteId)
    .where("revision", "=", answer.revision)
    .where((eb) =>
      eb.or([
        eb("optional", "=", false),
        ...(answer.chosen.length > 0 ? [eb("position", "in", answer.chosen)] : []),
      ]),
    )
    .orderBy("position")
    .execute();
  const terms = rows.map((row) => ({
    quantityHundredths: quantityOf(row),
    unitFils: row.unitFils,
    // Only the contract discount on parts; the discount on the total is added below.
    discountFils: row.discountFils,
  }));
  const gross = terms.map(lineGross);
  const whole = gross.reduce((sum, fils) => sum + fils, 0);
  const discount = discountOf(
    whole,
    answer.discountKind === "percent"
      ? { kind: "percent", hundredths: answer.discount }
      : { kind: "amount", fils: answer.discount },
  );
  const discounts = distributeDiscount(gross, discount);
  const lines: InvoiceLine[] = rows.map((row, at) => ({
    ...terms[at]!,
    section: row.section,
    description: row.description,
    unit: row.unit,
    discountFils: row.discountFils + discounts[at]!,
    serviceId: row.serviceId,
    priceId: row.priceId,
    deductsId: null,
    partContractId: row.partContractId,
    vatTreatment: answer.vatTreatment as VatTreatment,
  }));
  const deposits = await lockDeposits(ctx, { quoteId });
  return createDraft(ctx, {
    from: "quote",
    customerId: quote.customerId,
    propertyId: quote.propertyId,
    bookingId: quote.workBookingId,
    quoteId,
    language: quote.language,
    supplyDate: await findSupplyDate(ctx, { bookingId: quote.workBookingId }),
    lines: [...lines, ...deductionLines(deposits, whole - discount, quote.language)],
    deposits,
  });
}

/** Contracts are paid in advance, so the year is a single line, independent of the visits. */
async function draftFromContract(ctx: Ctx, contractId: string) {
  const contract = await lockContract(ctx, contractId);
  if (!contract) return refuse("not-found");
  const { state } = contract;
  if (!isAgreed(contract)) return refuse(state === "requested" ? "not-agreed" : "wrong-state");
  const instalments = await listInstalments(ctx, contractId);
  if (instalments.length > 0) return draftNextInstalment(ctx, contract, instalments);
  if (state !== "requested" && state !== "active") return refuse("wrong-state");
  const existing = await findExistingInvoice(ctx, { contractId });
  if (existing) return existing;
  const line = await contractLine(ctx, contract, (contract) => m.invoices_line_of_contract(contract));
  return createDraft(ctx, {
    from: "contract",
    customerId: contract.customerId,
    propertyId: contract.propertyId,
    contractId,
    language: contract.language,
    lines: [line],
  });
}

/**
 * Drafts the first due instalment without an invoice in effect: the hourly job was refused, or a credit note
 * corrected its invoice.
 */
async function draftNextInstalment(ctx: Ctx, contract: AgreedContract, instalments: readonly Instalment[]) {
  if (contract.state !== "active" && contract.state !== "expired") return refuse("wrong-state");
  const today = dubaiDate(ctx.now);
  const invoices = await ctx.db
    .selectFrom("invoices")
    .select(["id", "instalment", "issuedAt"])
    .where("contractId", "=", contract.id)
    .where((eb) => eb.or([eb("issuedAt", "is", null), eb("uncreditedFils", ">", 0)]))
    .execute();
  const draft = invoices.find(({ issuedAt }) => issuedAt === null);
  if (draft) return { ok: true as const, id: draft.id };
  const next = instalments.find(({ number }) => !invoices.some(({ instalment }) => instalment === number));
  if (!next || next.dueDate > today) return refuse("instalment-not-due", { day: next?.dueDate ?? null });
  return draftInstalment(ctx, contract, next, instalments.length);
}

async function findExistingInvoice(
  ctx: Ctx,
  source: { bookingId: string } | { quoteId: string } | { contractId: string },
) {
  const row = await ctx.db
    .selectFrom("invoices")
    .select(["id", "reference"])
    .where((eb) => eb.and(source))
    .where("kind", "=", "invoice")
    .where((eb) => eb.or([eb("issuedAt", "is", null), eb("uncreditedFils", ">", 0)]))
    .orderBy(sql`issued_at IS NOT NULL`)
    .executeTakeFirst();
  if (!row) return null;
  return row.reference === null
    ? { ok: true as const, id: row.id }
    : refuse("already-invoiced", { reference: row.reference });
}
