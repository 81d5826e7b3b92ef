import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { anyOf } from "~/platform/lists/any-of.server";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { allocateNumber } from "~/platform/numbers.server";
import { addDays, dubaiDate } from "~/platform/time";
import { isPastDay, LATEST_DUE_DAYS, OLDEST_SUPPLY_DAYS } from "../../../core/business/money-limits";
import { readSettings, requireCompanyDetails } from "../../../core/business/read-settings.server";
import { hasTaxableLine, labelForVatTreatment } from "../../../core/pricing/vat-treatment";
import { currentBuyer, currentSeller } from "../../quotes/document/parties.server";
import { readBusinessDetails } from "../e-invoice/e-invoice.server";
import { invoiceTitle, needsSupplyReason, taxPointOf } from "../invoice";
import { MAX_DESCRIPTION_LENGTH } from "../schema";
import {
  deductionLines,
  lockDeposits,
  readDraftLines,
  vatPercentForSupply,
  writeDraftLines,
} from "./draft-lines.server";
import { type InvoiceLine, isUntaxed } from "./invoice-lines";
import { findSupplyDate } from "./supply-date.server";

export interface IssueResult {
  ok: true;
  id: string;
  reference: string;
  totalFils: number;
}

/**
 * Runs in the caller's transaction, because the payment is the tax point (docs/domain.md, "VAT and
 * invoices"). `paidOn`: Dubai day of the payment. The caller must settle the invoice. A refusal leaves a draft behind: call this in a nested
 * transaction (`inTransaction`).
 */
export async function issueDepositInvoice(
  ctx: Ctx,
  { quoteId, fils, paidOn }: { quoteId: string; fils: number; paidOn: string },
): Promise<IssueResult | IssueRefusal | Refusal<"already-invoiced">> {
  // Waits for a concurrent issue of the final invoice, which would miss the deposit.
  const work = await ctx.db
    .selectFrom("invoices")
    .selectAll()
    .where("quoteId", "=", quoteId)
    .where("kind", "=", "invoice")
    .forUpdate()
    .execute();
  const uncredited = work.find(({ uncreditedFils }) => uncreditedFils > 0);
  if (uncredited) return refuse("already-invoiced", { reference: uncredited.reference! });
  const quote = await ctx.db
    .selectFrom("quotes")
    .innerJoin("quoteAnswers", (join) =>
      join.onRef("quoteAnswers.quoteId", "=", "quotes.id").on("quoteAnswers.answer", "=", "approved"),
    )
    .innerJoin("quoteRevisions", (join) =>
      join
        .onRef("quoteRevisions.quoteId", "=", "quotes.id")
        .onRef("quoteRevisions.number", "=", "quoteAnswers.revision"),
    )
    .select([
      "quotes.reference",
      "customerId",
      "propertyId",
      "workBookingId",
      "language",
      "serviceId",
      "title",
    ])
    .where("quotes.id", "=", quoteId)
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  const { reference, title, language } = quote;
  const draft = await ctx.db
    .insertInto("invoices")
    .values({
      id,
      kind: "deposit",
      customerId: quote.customerId,
      propertyId: quote.propertyId,
      bookingId: quote.workBookingId,
      quoteId,
      language,
      createdAt: ctx.now,
      supplyDate: paidOn,
      dueDate: dubaiDate(ctx.now),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const line: InvoiceLine = {
    section: "",
    description: inLocale(localeOrDefault(language), () => m.invoices_line_of_deposit({ reference, title })),
    quantityHundredths: 100,
    unit: "",
    unitFils: fils,
    discountFils: 0,
    serviceId: quote.serviceId,
    priceId: null,
    deductsId: null,
    partContractId: null,
    vatTreatment: "standard",
  };
  await writeDraftLines(ctx, id, [line], {
    vatPercent: await vatPercentForSupply(ctx, paidOn),
    deposits: [],
  });
  const issued = await issueDraft(ctx, draft);
  const openDraft = work.find(({ issuedAt }) => issuedAt === null);
  if (issued.ok && openDraft) await deductDeposit(ctx, openDraft, id);
  return issued;
}

async function deductDeposit(
  ctx: Ctx,
  draft: Selectable<Tables["invoices"]>,
  depositId: string,
): Promise<void> {
  const lines = await readDraftLines(ctx, draft.id);
  const ids = [depositId, ...lines.flatMap(({ deductsId }) => deductsId ?? [])];
  const deposits = await lockDeposits(ctx, { ids });
  const deductions = deductionLines(
    deposits.filter(({ id }) => id === depositId),
    draft.totalFils,
    draft.language,
  );
  const vatPercent = await vatPercentForSupply(ctx, draft.supplyDate);
  await writeDraftLines(ctx, draft.id, [...lines, ...deductions], { vatPercent, deposits });
}

/**
 * Names the contract behind a part's discount in the customer's language, because the line is final from now
 * on.
 */
async function nameContracts(
  ctx: Ctx,
  { language }: Pick<Selectable<Tables["invoices"]>, "language">,
  lines: readonly InvoiceLine[],
): Promise<InvoiceLine[]> {
  const ids = [...new Set(lines.flatMap(({ partContractId }) => partContractId ?? []))];
  const contracts = await ctx.db
    .selectFrom("contracts")
    .select(["id", "reference"])
    .where("id", "=", anyOf(ids))
    .execute();
  return lines.map((line) => {
    const contract = contracts.find(({ id }) => id === line.partContractId);
    if (!contract) return line;
    const { reference } = contract;
    const description = inLocale(localeOrDefault(language), () =>
      m.lines_under_contract({ what: line.description, reference }),
    );
    return description.length <= MAX_DESCRIPTION_LENGTH ? { ...line, description } : line;
  });
}

/** States in the customer's language why no VAT is charged (regulation, article 59). */
function nameTreatments(
  { language }: Pick<Selectable<Tables["invoices"]>, "language">,
  lines: readonly InvoiceLine[],
): InvoiceLine[] {
  return lines.map((line) => {
    if (!isUntaxed(line)) return line;
    const description = inLocale(localeOrDefault(language), () =>
      m.lines_with_treatment({ what: line.description, treatment: labelForVatTreatment(line.vatTreatment) }),
    );
    return description.length <= MAX_DESCRIPTION_LENGTH ? { ...line, description } : line;
  });
}

type IssueRefusal = Refusal<
  | "nothing-to-charge"
  | "negative-total"
  | "deposit-used"
  | "supply-in-future"
  | "supply-too-old"
  | "supply-reason-required"
  | "due-before-issue"
  | "due-too-late"
  | "address-required"
  | "export-within-uae"
  | "company-details-missing"
>;

/**
 * Calculates the lines again, because a deposit may have been used or the VAT registration changed since.
 * `supplyReason`: why a supply of long ago is invoiced now.
 */
export async function issueDraft(
  ctx: Ctx,
  draft: Selectable<Tables["invoices"]>,
  { supplyReason = null }: { supplyReason?: string | null } = {},
): Promise<IssueResult | IssueRefusal> {
  const complete = await requireCompanyDetails(ctx);
  if (!complete.ok) return complete;
  const today = dubaiDate(ctx.now);
  // A deposit is supplied when it is paid.
  const source = draft.kind === "deposit" ? { bookingId: null } : draft;
  const supplyDate = (await findSupplyDate(ctx, source, draft.supplyDate)) ?? today;
  if (supplyDate > today) return refuse("supply-in-future");
  if (!isPastDay(supplyDate, today, OLDEST_SUPPLY_DAYS)) return refuse("supply-too-old");
  if (needsSupplyReason(draft, { supplyDate, today }) && !supplyReason)
    return refuse("supply-reason-required");
  const { dueDays } = (await readSettings(ctx, "money")).values;
  const agreedDueDate = draft.dueDate ?? addDays(today, dueDays);
  // An instalment that is invoiced late is due at once, also if it was drafted on an earlier day.
  const dueDate = draft.instalment !== null && agreedDueDate < today ? today : agreedDueDate;
  if (dueDate < today) return refuse("due-before-issue");
  if (dueDate > addDays(today, LATEST_DUE_DAYS)) return refuse("due-too-late");

  const lines = await readDraftLines(ctx, draft.id);
  const deposits = await lockDeposits(ctx, { ids: lines.flatMap(({ deductsId }) => deductsId ?? []) });
  for (const { id, reference, leftFils } of deposits) {
    const deductedFils = lines
      .filter(({ deductsId }) => deductsId === id)
      .reduce((sum, { unitFils }) => sum + unitFils, 0);
    if (deductedFils > leftFils) return refuse("deposit-used", { reference, fils: leftFils });
  }
  const customer = await ctx.db
    .selectFrom("customers")
    .select("billingCountry")
    .where("id", "=", draft.customerId)
    .executeTakeFirstOrThrow();
  // Without a country, the customer is in the UAE.
  if (customer.billingCountry === null && lines.some(({ vatTreatment }) => vatTreatment === "DL8.45.1"))
    return refuse("export-within-uae");
  const named = nameTreatments(draft, await nameContracts(ctx, draft, lines));
  const totalFils = await writeDraftLines(ctx, draft.id, named, {
    vatPercent: await vatPercentForSupply(ctx, supplyDate),
    deposits,
  });
  if (totalFils < 0) return refuse("negative-total");
  if (totalFils === 0 && deposits.length === 0) return refuse("nothing-to-charge");

  const seller = await currentSeller(ctx);
  const buyer = await currentBuyer(ctx, { customerId: draft.customerId, propertyId: draft.propertyId });
  const title = invoiceTitle({
    sellerTrn: seller.trn,
    buyerTrn: buyer.trn,
    totalFils,
    taxable: hasTaxableLine(lines),
  });
  if (title === "tax-invoice" && buyer.address === "") return refuse("address-required");

  // Taken last, because the counter stays locked until the transaction ends.
  const reference = await allocateNumber(ctx, "INV");
  await ctx.db
    .updateTable("invoices")
    .set({
      reference,
      title,
      seller: JSON.stringify(seller),
      buyer: JSON.stringify({ ...buyer, business: await readBusinessDetails(ctx, draft.customerId) }),
      issuedAt: ctx.now,
      issueDate: today,
      supplyDate,
      taxPoint: taxPointOf({ issueDate: today, supplyDate }),
      dueDate,
    })
    .where("id", "=", draft.id)
    .execute();
  await emit(ctx, "invoice.issued", draft.id, { kind: draft.kind }, { reason: supplyReason });
  return { ok: true, id: draft.id, reference, totalFils };
}
