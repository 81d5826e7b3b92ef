import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { isOpenTo } from "../packages/contract";
import { listPackagePrices } from "../packages/queries.server";
import { activate } from "./activate.server";
import { beginNext, writeAgreement } from "./agreement.server";
import { isAgreed, lockSeenContract, type SeenContract } from "./lock-contract.server";
import { planVisit } from "./plan-visits.server";
import { draftRenewalQuote, findRenewal } from "./renewal-quote.server";
import type { Agreement, ExtraVisit } from "./schema";
import "../packages/table";

/**
 * Writes down what is agreed: package, home, first day, how it is paid. The price is the one it was asked for at, or today's where another
 * package or home was agreed; what the package entitles to is kept as it is today. Until it is active or an invoice is made of it, it can be agreed anew.
 */
export const agreeContract = command(
  "contracts.manage",
  async (ctx, seen: SeenContract, agreed: Agreement) => {
    const locked = await lockSeenContract(ctx, seen);
    if (!locked.ok) return locked;
    const { contract } = locked;
    if (!isOpenTo("agree", contract.state)) return refuse("wrong-state");
    const { packageId, propertyType, pays } = agreed;
    const asAsked = packageId === contract.package_id && propertyType === contract.property_type;
    const priceId = asAsked
      ? contract.price_id
      : (await listPackagePrices(ctx, { packageId, propertyType }))[0]?.id;
    if (!priceId) return refuse("unknown-package");
    const terms = await ctx.db
      .selectFrom("packages")
      .innerJoin("package_prices", "package_prices.package_id", "packages.id")
      .selectAll("packages")
      .select("price_fils")
      .where("package_prices.id", "=", priceId)
      .executeTakeFirstOrThrow();
    const { startsOn } = agreed;
    return writeAgreement(ctx, contract.id, {
      ...{ packageId, propertyType, priceId, fils: terms.price_fils, terms, startsOn, pays },
    });
  },
);

/** Makes a contract active that is not paid, or not all of it: on an admin's word, as with cheques that are dated ahead. */
export const activateContract = command("contracts.activate", async (ctx, seen: SeenContract) => {
  const locked = await lockSeenContract(ctx, seen);
  return locked.ok ? activate(ctx, locked.contract, "office") : locked;
});

/** Plans one more visit, of those that are left: one was called off, or could not be planned before. */
export const planContractVisit = command(
  "contracts.manage",
  async (ctx, seen: SeenContract, visit: ExtraVisit) => {
    const locked = await lockSeenContract(ctx, seen);
    if (!locked.ok) return locked;
    const { contract } = locked;
    if (contract.state !== "active" || !isAgreed(contract)) return refuse("wrong-state");
    const { day } = visit;
    if (day < contract.starts_on || day > contract.ends_on || day <= dubaiDate(ctx.now))
      return refuse("day-outside");
    return planVisit(ctx, contract, visit);
  },
);

/**
 * Begins the contract that goes on from one, at today's price, from the day after its last one; it is agreed, invoiced and made active as any other. One at a
 * time: one that was cancelled may be begun anew. While a quote offers it, that is taken back first.
 */
export const renewContract = command("contracts.manage", async (ctx, seen: SeenContract) => {
  const locked = await lockSeenContract(ctx, seen);
  if (!locked.ok) return locked;
  const { contract } = locked;
  const renewable = await findRenewal(ctx, contract);
  return renewable.ok ? beginNext(ctx, renewable.contract, renewable.agreed) : renewable;
});

/** Drafts the quote that offers to renew a contract, for the office to look at and send. */
export const quoteRenewal = command("contracts.manage", async (ctx, seen: SeenContract) => {
  const locked = await lockSeenContract(ctx, seen);
  if (!locked.ok) return locked;
  const renewable = await findRenewal(ctx, locked.contract);
  return renewable.ok ? draftRenewalQuote(ctx, renewable) : renewable;
});
