import type { Ctx } from "~/platform/context";
import { readSettings } from "../../business/read-settings.server";
import type { Party } from "../../documents/document-data";
import { flattenAddress } from "../../forms/schema";
import "../../bookings/table";
import "../../customers/table";

/** Who issues, and for whom, as they are now: kept on the document, which stays as it is. */

export async function currentSeller(ctx: Ctx): Promise<Party> {
  const { values } = await readSettings(ctx, "business");
  const { name, legalName, nameArabic, address, email, phone, trn } = values;
  return { name: legalName ?? name, nameArabic, address, email, phone, trn };
}

/** The company where the customer has named one, else the person; at the billing address, else where the work is done. */
export async function currentBuyer(
  ctx: Ctx,
  of: { customerId: string; propertyId: string | null },
): Promise<Party> {
  const customer = await ctx.db
    .selectFrom("customers")
    .selectAll()
    .where("id", "=", of.customerId)
    .executeTakeFirstOrThrow();
  const { company, name, billing_address, email, phone, trn } = customer;
  return {
    name: company ?? name,
    address: billing_address ?? (of.propertyId ? await placeOf(ctx, of.propertyId) : ""),
    email,
    phone,
    trn,
  };
}

/** A property's address in one line. */
export async function placeOf(ctx: Ctx, propertyId: string): Promise<string> {
  const row = await ctx.db
    .selectFrom("properties")
    .select(["street", "building", "unit", "area", "landmark"])
    .where("id", "=", propertyId)
    .executeTakeFirstOrThrow();
  return flattenAddress({
    street: row.street,
    buildingName: row.building,
    unitNumber: row.unit,
    area: row.area,
    landmark: "",
  });
}
