import { type Selectable, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { mapConstraintToRefusal } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { addDays, dubaiDate } from "~/platform/time";
import { entitlementsOf, type PaymentPlan, type PropertyType } from "../../core/packages/contract";
import { contractYearFrom } from "../../core/packages/contract-year";
import type { AgreedContract } from "./lock-contract.server";

/** Entitlements and terms copied from a package. */
export const termColumns = [
  "ac_visits",
  "checks",
  "call_outs",
  "call_out_hours",
  "handyman_hours",
  "emergency_fee",
  "parts_discount",
  "parts_included_fils",
] as const;
export type PackageTermsRow = Pick<Selectable<Tables["packages"]>, (typeof termColumns)[number]>;

export interface Agreed {
  packageId: string;
  propertyType: PropertyType;
  priceId: string;
  fils: number;
  terms: PackageTermsRow;
  startsOn: string;
  paymentPlan: PaymentPlan;
}

/** Records the agreed terms; refused once the contract is active or invoiced. */
export async function writeAgreement(
  ctx: Ctx,
  contractId: string,
  agreed: Agreed,
): Promise<{ ok: true } | Refusal<"wrong-state">> {
  const { packageId, propertyType, terms, fils } = agreed;
  const { startsOn, endsOn } = contractYearFrom(agreed.startsOn);
  return mapConstraintToRefusal(ctx, "final", refuse("wrong-state"), async (ctx) => {
    await ctx.db
      .updateTable("contracts")
      .set({
        package_id: packageId,
        property_type: propertyType,
        price_id: agreed.priceId,
        price_fils: fils,
        starts_on: startsOn,
        ends_on: endsOn,
        payment_plan: agreed.paymentPlan,
        call_out_hours: terms.call_out_hours,
        emergency_fee: terms.emergency_fee,
        parts_discount: terms.parts_discount,
        parts_included_fils: terms.parts_included_fils,
        agreed_at: ctx.now,
        version: sql`version + 1`,
      })
      .where("id", "=", contractId)
      .execute();
    await ctx.db.deleteFrom("contract_entitlements").where("contract_id", "=", contractId).execute();
    const entitled = entitlementsOf({
      acVisits: terms.ac_visits,
      checks: terms.checks,
      callOuts: terms.call_outs,
      handymanHours: terms.handyman_hours,
    });
    if (entitled.length > 0) {
      await ctx.db
        .insertInto("contract_entitlements")
        .values(entitled.map((one) => ({ contract_id: contractId, ...one })))
        .execute();
    }
    await emit(ctx, "contract.agreed", contractId, { packageId, propertyType, fils });
    return { ok: true as const };
  });
}

/** Contract that renews another one. A cancelled renewal does not count. */
export async function findRenewalContract(
  ctx: Ctx,
  contractId: string,
): Promise<{ id: string; reference: string } | null> {
  const next = await ctx.db
    .selectFrom("contracts")
    .select(["id", "reference"])
    .where("renews_contract_id", "=", contractId)
    .where("state", "<>", "cancelled")
    .executeTakeFirst();
  return next ?? null;
}

/** Creates the renewal of a locked contract with the agreed terms, for the same customer and property. */
export async function createRenewalContract(
  ctx: Ctx,
  contract: AgreedContract,
  agreed: Agreed,
): Promise<{ ok: true; id: string } | Refusal<"wrong-state">> {
  await ctx.db
    .updateTable("contracts")
    .set({ renews_contract_id: null })
    .where("renews_contract_id", "=", contract.id)
    .where("state", "=", "cancelled")
    .execute();
  const { id } = await ctx.db
    .insertInto("contracts")
    .values({
      state: "requested",
      package_id: agreed.packageId,
      property_type: agreed.propertyType,
      price_id: agreed.priceId,
      customer_id: contract.customer_id,
      property_id: contract.property_id,
      user_id: contract.user_id,
      contact_name: contract.contact_name,
      contact_email: contract.contact_email,
      contact_phone: contract.contact_phone,
      address: contract.address,
      language: contract.language,
      requested_at: ctx.now,
      payment_plan: agreed.paymentPlan,
      renews_contract_id: contract.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await emit(ctx, "contract.renewed", contract.id, { contractId: id });
  const written = await writeAgreement(ctx, id, agreed);
  return written.ok ? { ok: true, id } : written;
}

/** The day after the end, or today if that day has passed. */
export function renewalStartDay(ctx: Ctx, { ends_on }: AgreedContract): string {
  const today = dubaiDate(ctx.now);
  const after = addDays(ends_on, 1);
  return after > today ? after : today;
}
