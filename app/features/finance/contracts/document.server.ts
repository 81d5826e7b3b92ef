import type { Ctx } from "~/platform/context";
import { renderDocument } from "~/platform/documents/render.server";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { joinFacts } from "~/platform/locale/join-facts";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { dubaiDate } from "~/platform/time";
import { vatIncluded } from "~/platform/uae/vat";
import { loadDocumentLogo } from "../../core/business/logo.server";
import { chargedVatOn } from "../../core/business/vat-rates.server";
import { contractDocument } from "../../core/documents/contract";
import type { ContractData } from "../../core/documents/document-data";
import { entitlementKinds } from "../../core/packages/contract";
import { labelForProperty } from "../../core/packages/labels";
import { currentBuyer, currentSeller } from "../quotes/document/parties.server";
import { listInstalments } from "./instalments.server";
import { labelForEntitlement, labelForPaymentPlan } from "./labels";
import { type AgreedContract, isAgreed } from "./lock-contract.server";

/** Stored with the acceptance. The logo is that of the day of printing. */
export type AcceptedDocument = Omit<ContractData, "logo" | "acceptance">;

/** Document of the agreed terms, in the language of the contract. */
export async function composeContractData(ctx: Ctx, contract: AgreedContract): Promise<AcceptedDocument> {
  const { customerId, propertyId, priceFils, startsOn, endsOn } = contract;
  const issueDate = dubaiDate(contract.agreedAt!);
  const [seller, buyer, vatPercent, entitled, { name }, instalments] = await Promise.all([
    currentSeller(ctx),
    currentBuyer(ctx, { customerId, propertyId }),
    chargedVatOn(ctx, issueDate),
    ctx.db
      .selectFrom("contractEntitlements")
      .select(["kind", "total"])
      .where("contractId", "=", contract.id)
      .execute(),
    ctx.db
      .selectFrom("packages")
      .select(inLocale(localeOrDefault(contract.language), () => textInReaderLanguage("name").as("name")))
      .where("id", "=", contract.packageId)
      .executeTakeFirstOrThrow(),
    listInstalments(ctx, contract.id),
  ]);
  return inLocale(localeOrDefault(contract.language), () => ({
    reference: contract.reference,
    issueDate,
    seller,
    buyer,
    note: "",
    version: contract.agreementVersion,
    from: startsOn,
    until: endsOn,
    packageName: joinFacts([name, labelForProperty(contract.propertyType)]),
    paymentPlan: labelForPaymentPlan(contract.paymentPlan),
    place: contract.address,
    entitlements: entitled
      .toSorted((a, b) => entitlementKinds.indexOf(a.kind) - entitlementKinds.indexOf(b.kind))
      .map(({ kind, total }) => ({ what: labelForEntitlement(kind), quantity: total })),
    priceFils,
    vatPercent,
    vatFils: seller.trn === null ? 0 : vatIncluded(priceFils, vatPercent),
    instalments: instalments.map(({ dueDate, fils }) => ({ dueDate, fils })),
    terms: {
      callOutHours: contract.callOutHours!,
      emergencyFee: contract.emergencyFee!,
      partsDiscount: contract.partsDiscount!,
      partsIncludedFils: contract.partsIncludedFils,
    },
  }));
}

/**
 * PDF of the agreed terms; once accepted, of what was accepted. Null before the agreement, and for customers who do not
 * own the contract. `userId`: null for the office.
 */
export async function renderContractPdf(
  ctx: Ctx,
  id: string,
  userId: string | null,
): Promise<{ reference: string; bytes: Uint8Array<ArrayBuffer> } | null> {
  const contract = await ctx.db
    .selectFrom("contracts")
    .innerJoin("customers", "customers.id", "contracts.customerId")
    .selectAll("contracts")
    .where("contracts.id", "=", id)
    .$if(userId !== null, (query) => query.where("customers.userId", "=", userId))
    .executeTakeFirst();
  if (!contract || !isAgreed(contract)) return null;
  const accepted = await findAcceptance(ctx, contract);
  const composed = accepted
    ? (accepted.document as AcceptedDocument)
    : await composeContractData(ctx, contract);
  const logo = await loadDocumentLogo(ctx);
  const acceptance = accepted && {
    name: accepted.name,
    day: dubaiDate(accepted.at),
    method: accepted.method,
  };
  const bytes = await inLocale(localeOrDefault(contract.language), () =>
    renderDocument(ctx, contractDocument({ ...composed, logo, acceptance })),
  );
  return { reference: contract.reference, bytes };
}

/** Acceptance of the terms that are agreed now; null if they are not accepted. */
export async function findAcceptance(
  ctx: Ctx,
  { id, agreementVersion }: { id: string; agreementVersion: number },
) {
  const row = await ctx.db
    .selectFrom("contractAcceptances")
    .selectAll()
    .where("contractId", "=", id)
    .where("agreementVersion", "=", agreementVersion)
    .executeTakeFirst();
  return row ?? null;
}
