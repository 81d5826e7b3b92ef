import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { bidiIsolate } from "~/platform/locale/locale";
import { dubaiDate, formatDay } from "~/platform/time";
import { entitlementsOf } from "../../core/packages/contract";
import { contractYearFrom } from "../../core/packages/contract-year";
import { labelForProperty } from "../../core/packages/labels";
import { listPackagePrices } from "../../core/packages/queries.server";
import { createEmptyDraft, createQuote, inCustomerLanguage } from "../quotes/draft/create-quote.server";
import { openStates } from "../quotes/quote";
import { saveAcceptance } from "./accept.server";
import {
  type Agreed,
  createRenewalContract,
  findRenewalContract,
  renewalStartDay,
  termColumns,
} from "./agreement.server";
import { countInstalments } from "./instalments.server";
import { labelForEntitlement } from "./labels";
import { type AgreedContract, isAgreed, type LockedContract, lockContract } from "./lock-contract.server";
import { labelForTerms } from "./terms";

/*
 * Renewal by quote (docs/decisions/0036-contracts.md): the quote refers to the contract it renews, and
 * the offered terms are stored beside it. Its approval creates the next contract, which is invoiced, paid and
 * activated as usual.
 */

interface Renewal {
  ok: true;
  contract: AgreedContract;
  agreed: Agreed;
}

/**
 * Renewal terms of a locked contract today. Refused if the contract is already renewed or a renewal is
 * offered.
 */
export async function findRenewalTerms(
  ctx: Ctx,
  contract: LockedContract,
): Promise<Renewal | Refusal<"wrong-state" | "renewed-already" | "renewal-offered" | "unknown-package">> {
  if (!["active", "expired"].includes(contract.state) || !isAgreed(contract)) return refuse("wrong-state");
  const next = await findRenewalContract(ctx, contract.id);
  if (next) return refuse("renewed-already", { reference: next.reference });
  const offered = await ctx.db
    .selectFrom("quotes")
    .innerJoin("renewalOffers", "quoteId", "quotes.id")
    .select("reference")
    .where("renewsContractId", "=", contract.id)
    // An approved quote creates the renewal immediately.
    .where((eb) =>
      eb.or([
        eb("state", "in", openStates),
        eb.and([eb("state", "=", "approved"), eb("renewedContractId", "is", null)]),
      ]),
    )
    .executeTakeFirst();
  if (offered) return refuse("renewal-offered", { reference: offered.reference });
  const { packageId, propertyType, paymentPlan } = contract;
  const [price] = await listPackagePrices(ctx, { packageId, propertyType });
  if (!price) return refuse("unknown-package");
  const terms = await ctx.db
    .selectFrom("packages")
    .select(termColumns)
    .where("id", "=", packageId)
    .executeTakeFirstOrThrow();
  const startsOn = renewalStartDay(ctx, contract);
  return {
    ok: true,
    contract,
    agreed: {
      ...{ packageId, propertyType, priceId: price.id, fils: price.fils, terms, startsOn, paymentPlan },
      instalments: await countInstalments(ctx, contract.id),
    },
  };
}

/** Drafts a renewal quote in the customer's language: one line for the year and the entitlements as text. */
export async function draftRenewalQuote(
  ctx: Ctx,
  { contract, agreed }: Renewal,
): Promise<{ ok: true; id: string }> {
  const { packageId, propertyType, priceId, terms, startsOn, paymentPlan } = agreed;
  const { name } = await ctx.db
    .selectFrom("packages")
    .select(inCustomerLanguage(contract.language, () => textInReaderLanguage("name").as("name")))
    .where("id", "=", packageId)
    .executeTakeFirstOrThrow();
  const { endsOn } = contractYearFrom(startsOn);
  const empty = await createEmptyDraft(ctx);
  const version = inCustomerLanguage(contract.language, () => ({
    ...empty,
    title: m.contract_renewal_title({ name: bidiIsolate(name), reference: contract.reference }),
    introduction: [
      m.contract_renewal_introduction({ day: formatDay(contract.endsOn, "longDate") }),
      ...wordsOfTerms(agreed),
    ].join("\n"),
    lines: [
      {
        section: m.contract_days({
          from: formatDay(startsOn, "fullDate"),
          to: formatDay(endsOn, "fullDate"),
        }),
        description: m.contract_renewal_line({
          name: bidiIsolate(name),
          home: labelForProperty(propertyType),
        }),
        quantityHundredths: 100,
        unit: "",
        unitFils: agreed.fils,
        optional: false,
        serviceId: null,
        priceId: null,
        partContractId: null,
        discountFils: 0,
      },
    ],
  }));
  const { id } = await createQuote(ctx, {
    customerId: contract.customerId,
    propertyId: contract.propertyId,
    bookingId: null,
    serviceId: null,
    language: contract.language,
    version,
    renewsId: contract.id,
  });
  await ctx.db
    .insertInto("renewalOffers")
    .values({
      ...{ quoteId: id, packageId, propertyType, priceId },
      ...{ startsOn, paymentPlan, ...terms },
    })
    .execute();
  await emit(ctx, "contract.renewal-drafted", contract.id, { quoteId: id });
  return { ok: true, id };
}

function wordsOfTerms({ terms }: Agreed): string[] {
  const entitled = entitlementsOf({
    acVisits: terms.acVisits,
    checks: terms.checks,
    callOuts: terms.callOuts,
    handymanHours: terms.handymanHours,
  });
  return [
    ...entitled.map(({ kind, total }) =>
      m.contract_renewal_entitled({
        what: labelForEntitlement(kind),
        count: total === null ? m.contract_unlimited() : String(total),
      }),
    ),
    m.contract_renewal_terms({
      terms: labelForTerms({
        callOutHours: terms.callOutHours,
        emergencyFee: terms.emergencyFee,
        partsDiscount: terms.partsDiscount,
        partsIncludedFils: terms.partsIncludedFils,
      }),
    }),
  ];
}

/**
 * Drafts the renewal of a contract that ends soon, once. If a renewal was offered before, the office decides.
 */
export const draftRenewalInTime: Reaction<"contract.expiring"> = {
  name: "draft-renewal-quote",
  run: async function draftRenewalInTime(ctx, { subjectId }) {
    await inTransaction(ctx, async (ctx) => {
      const contract = await lockContract(ctx, subjectId);
      if (contract?.state !== "active") return;
      const before = await ctx.db
        .selectFrom("quotes")
        .select("id")
        .where("renewsContractId", "=", contract.id)
        .executeTakeFirst();
      const renewal = before ? null : await findRenewalTerms(ctx, contract);
      if (renewal?.ok) await draftRenewalQuote(ctx, renewal);
    });
  },
};

/** Creates the next contract from an approved renewal quote, at the approved price. */
export const renewAsApproved: Reaction<"quote.approved"> = {
  name: "renew-contract",
  run: async function renewAsApproved(ctx, { subjectId }) {
    const offer = await ctx.db
      .selectFrom("renewalOffers")
      .innerJoin("quotes", "quotes.id", "quoteId")
      .selectAll("renewalOffers")
      .select(["renewsContractId", "totalFils", "quotes.state"])
      .where("quoteId", "=", subjectId)
      .executeTakeFirst();
    if (!offer?.renewsContractId || offer.state !== "approved") return;
    const { renewsContractId } = offer;
    await inTransaction(ctx, async (ctx) => {
      const contract = await lockContract(ctx, renewsContractId);
      if (!contract || !isAgreed(contract) || (await findRenewalContract(ctx, contract.id))) return;
      const today = dubaiDate(ctx.now);
      const next = await createRenewalContract(ctx, contract, {
        packageId: offer.packageId,
        propertyType: offer.propertyType,
        priceId: offer.priceId,
        fils: offer.totalFils,
        terms: offer,
        startsOn: offer.startsOn > today ? offer.startsOn : today,
        paymentPlan: offer.paymentPlan,
        instalments: await countInstalments(ctx, contract.id),
      });
      if (!next.ok) throw new Error(`The contract that renews ${contract.reference} was not agreed`);
      await acceptAsApproved(ctx, next.id, subjectId);
      await ctx.db
        .updateTable("renewalOffers")
        .set({ renewedContractId: next.id })
        .where("quoteId", "=", subjectId)
        .execute();
    });
  },
};

/** The approval of the quote, with its typed name, accepts the contract: their terms are the same. */
async function acceptAsApproved(ctx: Ctx, contractId: string, quoteId: string): Promise<void> {
  const contract = await lockContract(ctx, contractId);
  const approval = await ctx.db
    .selectFrom("quoteAnswers")
    .select(["name", "clientIp", "userId", "at"])
    .where("quoteId", "=", quoteId)
    .where("answer", "=", "approved")
    .executeTakeFirst();
  if (contract && approval)
    await saveAcceptance(ctx, contract, { ...approval, method: "online", reason: "" });
}

/** Renewal quotes of a contract, newest first. */
export async function listRenewalQuotes(ctx: Ctx, contractId: string) {
  const rows = await ctx.db
    .selectFrom("quotes")
    .select(["id", "reference", "state", "totalFils", "validUntil"])
    .where("renewsContractId", "=", contractId)
    .orderBy("createdAt", "desc")
    .limit(5)
    .execute();
  return rows;
}
