import type { Ctx } from "~/platform/context";
import { readSettings } from "../../../core/business/read-settings.server";
import type { Party } from "../../../core/documents/document-data";
import { flattenAddress } from "../../../core/properties/property";
import { getPropertyAddress } from "../../../core/properties/read-properties.server";

/** Current seller and buyer. Documents store a copy, because they must not change later. */

export async function currentSeller(ctx: Ctx): Promise<Party> {
  const { values } = await readSettings(ctx, "business");
  const { name, legalName, nameArabic, address, email, phone, trn } = values;
  const { emirate } = (await readSettings(ctx, "einvoices")).values;
  return { name: legalName ?? name, nameArabic, address, email, phone, trn, emirate };
}

/**
 * The company, if the customer has one, otherwise the person; with the billing address, otherwise the
 * property.
 */
export async function currentBuyer(
  ctx: Ctx,
  buyer: { customerId: string; propertyId: string | null },
): Promise<Party> {
  const customer = await ctx.db
    .selectFrom("customers")
    .selectAll()
    .where("id", "=", buyer.customerId)
    .executeTakeFirstOrThrow();
  const { company, name, billingAddress, email, phone, trn } = customer;
  return {
    name: company ?? name,
    address: billingAddress ?? (buyer.propertyId ? await propertyAddress(ctx, buyer.propertyId) : ""),
    email,
    phone,
    trn,
  };
}

/** Without the landmark. */
export async function propertyAddress(ctx: Ctx, propertyId: string): Promise<string> {
  return flattenAddress({ ...(await getPropertyAddress(ctx, propertyId)), landmark: "" });
}
