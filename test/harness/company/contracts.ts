import { recordPaperAcceptance } from "~/features/finance/contracts/accept.server";
import type { Ctx } from "~/platform/context";
import { packagePrices, packages } from "../../../db/seed/packages";
import { createTestDatabase, type TestDatabase } from "../servers/database";
import { addOfficeUser, createCompany, setTrn } from "./company";

/** Puts packages and the trades of their visits on sale for a company of `createCompany`. */
export async function addPackages(db: Ctx["db"], technicianId: string): Promise<void> {
  const service = { summary: "", icon: "wrench", durationMin: 90 };
  const trades = [
    { ...service, id: "hvac", name: "HVAC", position: 3 },
    { ...service, id: "general-maintenance", name: "General Maintenance", position: 4 },
  ];
  await db.insertInto("services").values(trades).execute();
  await db
    .insertInto("technicianSkills")
    .values(trades.map(({ id }) => ({ technicianId, serviceId: id })))
    .execute();
  await db
    .insertInto("packages")
    .values(packages.map((each, position) => ({ ...each, position })))
    .execute();
  await db
    .insertInto("packagePrices")
    .values(packagePrices.map((price) => ({ ...price, effectiveFrom: "2026-01-01" })))
    .execute();
}

/** A company that sells packages, with an admin and a VAT registration. */
export async function createContractCompany(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const { db } = database;
  const { technicianId } = await createCompany(db);
  await addOfficeUser(db);
  await setTrn(db, "100000000000003");
  await addPackages(db, technicianId);
  return database;
}

let propertyCount = 0;

/** Requests a package for a property. */
export async function requestTestContract(
  ctx: Ctx,
  {
    packageId = "premium",
    email = "noura@example.com",
    phone = "+971501112233",
    userId = null as string | null,
    /** An existing customer; each contract is for another of their properties. */
    customerId: existingCustomerId = null as string | null,
  } = {},
): Promise<{ id: string; customerId: string; propertyId: string }> {
  const { db, now } = ctx;
  const { id: customerId } =
    (existingCustomerId ? { id: existingCustomerId } : undefined) ??
    (await db.selectFrom("customers").select("id").where("phone", "=", phone).executeTakeFirst()) ??
    (await db
      .insertInto("customers")
      .values({ name: "Noura Al Ketbi", email, phone, createdAt: now, userId })
      .returning("id")
      .executeTakeFirstOrThrow());
  const address = {
    street: "Al Wasl Road 12",
    building: "Palm Villa",
    unit: existingCustomerId ? String(++propertyCount) : "4",
    area: "Jumeirah",
    landmark: "",
  };
  const { id: propertyId } =
    (existingCustomerId
      ? undefined
      : await db
          .selectFrom("properties")
          .select("id")
          .where("customerId", "=", customerId)
          .executeTakeFirst()) ??
    (await db
      .insertInto("properties")
      .values({ customerId, ...address, createdAt: now })
      .returning("id")
      .executeTakeFirstOrThrow());
  const price = await db
    .selectFrom("packagePrices")
    .select("id")
    .where("packageId", "=", packageId)
    .where("propertyType", "=", "villa-3br")
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("contracts")
    .values({
      ...{ state: "requested", packageId, propertyType: "villa-3br", priceId: price.id },
      ...{ customerId, propertyId, userId },
      ...{ contactName: "Noura Al Ketbi", contactEmail: email, contactPhone: phone },
      ...{ address: "Al Wasl Road 12, Palm Villa, 4, Jumeirah", requestedAt: now },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, customerId, propertyId };
}

/** Records the customer's acceptance of the agreed terms, which activation requires. */
export async function acceptTestContract(ctx: Ctx, id: string): Promise<void> {
  const { agreementVersion } = await ctx.db
    .selectFrom("contracts")
    .select("agreementVersion")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const signed = { agreementVersion, name: "Noura Al Ketbi", reason: "Signed at home" };
  const accepted = await recordPaperAcceptance(ctx, id, signed);
  if (!accepted.ok) throw new Error(`Contract ${id} was not accepted: ${accepted.reason}`);
}
