import { type Selectable, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { mapConstraintToRefusal } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { addDays, dubaiDate } from "~/platform/time";
import { entitlementsOf, type PaymentPlan, type PropertyType } from "../../core/packages/contract";
import { contractYearFrom } from "../../core/packages/contract-year";
import { type InstalmentCount, planInstalments } from "../../core/packages/instalments";
import type { AgreedContract } from "./lock-contract.server";

/** Entitlements and terms copied from a package. */
export const termColumns = [
  "acVisits",
  "checks",
  "callOuts",
  "callOutHours",
  "handymanHours",
  "emergencyFee",
  "partsDiscount",
  "partsIncludedFils",
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
  /** Number of instalments with the plan "cheques"; otherwise ignored. */
  instalments: InstalmentCount;
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
        packageId,
        propertyType,
        priceId: agreed.priceId,
        priceFils: fils,
        startsOn,
        endsOn,
        paymentPlan: agreed.paymentPlan,
        callOutHours: terms.callOutHours,
        emergencyFee: terms.emergencyFee,
        partsDiscount: terms.partsDiscount,
        partsIncludedFils: terms.partsIncludedFils,
        agreedAt: ctx.now,
        agreementVersion: sql`agreement_version + (agreed_at IS NOT NULL)::integer`,
        version: sql`version + 1`,
      })
      .where("id", "=", contractId)
      .execute();
    await ctx.db.deleteFrom("contractEntitlements").where("contractId", "=", contractId).execute();
    const entitled = entitlementsOf({
      acVisits: terms.acVisits,
      checks: terms.checks,
      callOuts: terms.callOuts,
      handymanHours: terms.handymanHours,
    });
    if (entitled.length > 0) {
      await ctx.db
        .insertInto("contractEntitlements")
        .values(entitled.map((one) => ({ contractId, ...one })))
        .execute();
    }
    const removed = await mapConstraintToRefusal(ctx, "reference", refuse("wrong-state"), async (ctx) => {
      // Cheques that are held for its instalments refer to them.
      await ctx.db.deleteFrom("contractInstalments").where("contractId", "=", contractId).execute();
      return { ok: true as const };
    });
    if (!removed.ok) return removed;
    if (agreed.paymentPlan === "cheques") {
      const planned = planInstalments(fils, { startsOn, endsOn }, agreed.instalments);
      await ctx.db
        .insertInto("contractInstalments")
        .values(planned.map(({ fils, ...one }) => ({ contractId, ...one, amountFils: fils })))
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
    .where("renewsContractId", "=", contractId)
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
    .set({ renewsContractId: null })
    .where("renewsContractId", "=", contract.id)
    .where("state", "=", "cancelled")
    .execute();
  const { id } = await ctx.db
    .insertInto("contracts")
    .values({
      state: "requested",
      packageId: agreed.packageId,
      propertyType: agreed.propertyType,
      priceId: agreed.priceId,
      customerId: contract.customerId,
      propertyId: contract.propertyId,
      userId: contract.userId,
      contactName: contract.contactName,
      contactEmail: contract.contactEmail,
      contactPhone: contract.contactPhone,
      address: contract.address,
      language: contract.language,
      requestedAt: ctx.now,
      paymentPlan: agreed.paymentPlan,
      renewsContractId: contract.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await emit(ctx, "contract.renewed", contract.id, { contractId: id });
  const written = await writeAgreement(ctx, id, agreed);
  return written.ok ? { ok: true, id } : written;
}

/** The day after the end, or today if that day has passed. */
export function renewalStartDay(ctx: Ctx, { endsOn }: AgreedContract): string {
  const today = dubaiDate(ctx.now);
  const after = addDays(endsOn, 1);
  return after > today ? after : today;
}
