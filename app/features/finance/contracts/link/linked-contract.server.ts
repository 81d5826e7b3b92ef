import type { Ctx } from "~/platform/context";
import { currentLocale } from "~/platform/locale/locale";
import { contractClauses } from "../../../core/documents/contract-clauses";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { canTransition } from "../../../core/packages/contract";
import { type AcceptedDocument, composeContractData, findAcceptance } from "../document.server";
import { isAgreed } from "../lock-contract.server";
import type { LinkedContract } from "../views";

/** The terms that are agreed now; once accepted, as the accepted document shows them. */
export async function loadLinkedContract(ctx: Ctx, id: string): Promise<LinkedContract> {
  const contract = await ctx.db
    .selectFrom("contracts")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (!isAgreed(contract)) throw new Error(`Contract ${id} has no terms`);
  const accepted = await findAcceptance(ctx, contract);
  const document = accepted
    ? (accepted.document as AcceptedDocument)
    : await composeContractData(ctx, contract);
  const withVat = document.seller.trn !== null;
  const locale = currentLocale();
  /** The reader may read the page in another language than the contract's. */
  const named =
    contract.language === locale
      ? document
      : await composeContractData(ctx, { ...contract, language: locale });
  return {
    reference: contract.reference,
    state: contract.state,
    agreementVersion: contract.agreementVersion,
    canAccept: !accepted && canTransition("activate", contract.state),
    acceptance: accepted && {
      name: accepted.name,
      at: accepted.at.toISOString(),
      method: accepted.method,
    },
    customerName: contract.contactName,
    packageName: named.packageName,
    address: placeInReaderLanguage(document.place),
    startsOn: document.from,
    endsOn: document.until,
    endedOn: contract.endedOn,
    paymentPlan: contract.paymentPlan,
    priceFils: document.priceFils,
    vatPercent: withVat ? document.vatPercent : null,
    vatFils: document.vatFils,
    entitlements: named.entitlements,
    instalments: document.instalments,
    clauses: contractClauses(document.terms, withVat).map((text) => text({}, {})),
  };
}
