import { sql } from "kysely";
import { command } from "~/platform/auth/command.server";
import { orRefuse } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { addDays, dubaiDate } from "~/platform/time";
import { entitlementsOf, isOpenTo } from "../contracts/contract";
import { yearFrom } from "../contracts/contract-year";
import { listPackagePrices } from "../contracts/queries.server";
import { activate } from "./activate.server";
import { isAgreed, lockSeenContract, type SeenContract } from "./lock-contract.server";
import { planVisit } from "./plan-visits.server";
import type { Agreement, ExtraVisit } from "./schema";
import "../contracts/table";

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
    const { startsOn, endsOn } = yearFrom(agreed.startsOn);
    return orRefuse(ctx, "final", refuse("wrong-state"), async (ctx) => {
      await ctx.db
        .updateTable("contracts")
        .set({
          package_id: packageId,
          property_type: propertyType,
          price_id: priceId,
          price_fils: terms.price_fils,
          starts_on: startsOn,
          ends_on: endsOn,
          pays,
          call_out_hours: terms.call_out_hours,
          emergency_fee: terms.emergency_fee,
          parts_discount: terms.parts_discount,
          parts_included_fils: terms.parts_included_fils,
          agreed_at: ctx.now,
          version: sql`version + 1`,
        })
        .where("id", "=", contract.id)
        .execute();
      await ctx.db.deleteFrom("contract_entitlements").where("contract_id", "=", contract.id).execute();
      const entitled = entitlementsOf({
        acVisits: terms.ac_visits,
        checks: terms.checks,
        callOuts: terms.call_outs,
        handymanHours: terms.handyman_hours,
      });
      if (entitled.length > 0) {
        await ctx.db
          .insertInto("contract_entitlements")
          .values(entitled.map((one) => ({ contract_id: contract.id, ...one })))
          .execute();
      }
      await emit(ctx, "contract.agreed", contract.id, { packageId, propertyType, fils: terms.price_fils });
      return { ok: true as const };
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
 * time: one that was cancelled may be begun anew.
 */
export const renewContract = command("contracts.manage", async (ctx, seen: SeenContract) => {
  const locked = await lockSeenContract(ctx, seen);
  if (!locked.ok) return locked;
  const { contract } = locked;
  if (!["active", "expired"].includes(contract.state) || !isAgreed(contract)) return refuse("wrong-state");
  const next = await ctx.db
    .selectFrom("contracts")
    .select(["id", "reference", "state"])
    .where("renews_id", "=", contract.id)
    .executeTakeFirst();
  if (next && next.state !== "cancelled") return refuse("renewed-already", { reference: next.reference });
  if (next)
    await ctx.db.updateTable("contracts").set({ renews_id: null }).where("id", "=", next.id).execute();
  const { package_id: packageId, property_type: propertyType } = contract;
  const [price] = await listPackagePrices(ctx, { packageId, propertyType });
  if (!price) return refuse("unknown-package");
  const { id } = await ctx.db
    .insertInto("contracts")
    .values({
      state: "requested",
      package_id: packageId,
      property_type: propertyType,
      price_id: price.id,
      customer_id: contract.customer_id,
      property_id: contract.property_id,
      user_id: contract.user_id,
      contact_name: contract.contact_name,
      contact_email: contract.contact_email,
      contact_phone: contract.contact_phone,
      address: contract.address,
      language: contract.language,
      requested_at: ctx.now,
      pays: contract.pays,
      renews_id: contract.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const today = dubaiDate(ctx.now);
  const after = addDays(contract.ends_on, 1);
  await emit(ctx, "contract.renewed", contract.id, { contractId: id });
  const agreement = { packageId, propertyType, pays: contract.pays, startsOn: after > today ? after : today };
  const agreed = await agreeContract(ctx, { id, version: 1 }, agreement);
  return agreed.ok ? { ok: true as const, id } : agreed;
});
