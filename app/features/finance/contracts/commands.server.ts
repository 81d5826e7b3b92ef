import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { canTransition } from "../../core/packages/contract";
import { DEFAULT_INSTALMENTS } from "../../core/packages/instalments";
import { listPackagePrices } from "../../core/packages/queries.server";
import { activateLockedContract } from "./activate.server";
import { createRenewalContract, writeAgreement } from "./agreement.server";
import { isAgreed, lockSeenContract, type SeenContract } from "./lock-contract.server";
import { planVisit } from "./plan-visits.server";
import { draftRenewalQuote, findRenewalTerms } from "./renewal-quote.server";
import type { Agreement, ExtraVisit } from "./schema";

/**
 * Records the agreed package, property, first day and payment plan. The price is that of the request, or
 * today's if package or property differ; entitlements are copied as of today. Can be repeated until the
 * contract is active or invoiced.
 */
export const agreeContract = command(
  "contracts.manage",
  async function agreeContract(ctx, seen: SeenContract, agreed: Agreement) {
    const locked = await lockSeenContract(ctx, seen);
    if (!locked.ok) return locked;
    const { contract } = locked;
    if (!canTransition("agree", contract.state)) return refuse("wrong-state");
    const { packageId, propertyType, paymentPlan, instalments = DEFAULT_INSTALMENTS } = agreed;
    const asAsked = packageId === contract.packageId && propertyType === contract.propertyType;
    const priceId = asAsked
      ? contract.priceId
      : (await listPackagePrices(ctx, { packageId, propertyType }))[0]?.id;
    if (!priceId) return refuse("unknown-package");
    const terms = await ctx.db
      .selectFrom("packages")
      .innerJoin("packagePrices", "packagePrices.packageId", "packages.id")
      .selectAll("packages")
      .select("priceFils")
      .where("packagePrices.id", "=", priceId)
      .executeTakeFirstOrThrow();
    const { startsOn } = agreed;
    return writeAgreement(ctx, contract.id, {
      ...{
        packageId,
        propertyType,
        priceId,
        fils: terms.priceFils,
        terms,
        startsOn,
        paymentPlan,
        instalments,
      },
    });
  },
);

/**
 * Activates a contract that is not fully paid, by an admin's decision, for instance with post-dated cheques.
 */
export const activateContract = command(
  "contracts.activate",
  async function activateContract(ctx, seen: SeenContract) {
    const locked = await lockSeenContract(ctx, seen);
    return locked.ok ? activateLockedContract(ctx, locked.contract, "office") : locked;
  },
);

/** Plans a further visit from the remaining ones. */
export const planContractVisit = command(
  "contracts.manage",
  async function planContractVisit(ctx, seen: SeenContract, visit: ExtraVisit) {
    const locked = await lockSeenContract(ctx, seen);
    if (!locked.ok) return locked;
    const { contract } = locked;
    if (contract.state !== "active" || !isAgreed(contract)) return refuse("wrong-state");
    const { day } = visit;
    if (day < contract.startsOn || day > contract.endsOn || day <= dubaiDate(ctx.now))
      return refuse("day-outside-contract");
    return planVisit(ctx, contract, visit);
  },
);

/**
 * Creates the renewal at today's price from the day after the end. The office agrees, invoices and activates
 * it like any contract. Refused while another renewal or an open renewal quote exists.
 */
export const renewContract = command(
  "contracts.manage",
  async function renewContract(ctx, seen: SeenContract) {
    const locked = await lockSeenContract(ctx, seen);
    if (!locked.ok) return locked;
    const { contract } = locked;
    const renewable = await findRenewalTerms(ctx, contract);
    return renewable.ok ? createRenewalContract(ctx, renewable.contract, renewable.agreed) : renewable;
  },
);

/** Drafts a renewal quote for the office to review and send. */
export const quoteRenewal = command("contracts.manage", async function quoteRenewal(ctx, seen: SeenContract) {
  const locked = await lockSeenContract(ctx, seen);
  if (!locked.ok) return locked;
  const renewable = await findRenewalTerms(ctx, locked.contract);
  return renewable.ok ? draftRenewalQuote(ctx, renewable) : renewable;
});
