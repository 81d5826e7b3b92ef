import { sql } from "kysely";
import type { Person } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { mapConstraintToRefusal } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { Address } from "../../../core/forms/schema";
import type { OwnAccessInput } from "../../../operations/access/schema";
import { writeAccess } from "../../../operations/access/write-access.server";
import { currentUser } from "../current-user.server";
import { listProperties } from "../queries.server";

const MAX_PROPERTIES = 50;

/** Adds a property; refused if it exists. */
export const addProperty = command("account.use", async function addProperty(ctx, address: Address) {
  const person = currentUser(ctx);
  const customerId = await ownCustomer(ctx, person);
  if ((await listProperties(ctx)).length >= MAX_PROPERTIES)
    return refuse("too-many", { max: MAX_PROPERTIES });
  const { id } = await ctx.db
    .insertInto("properties")
    .values({
      customer_id: customerId,
      ...columnsOf(address),
      added_by: person.userId,
      created_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["customer_id", "street", "building", "unit", "area"])
        .doUpdateSet({ added_by: person.userId, landmark: sql`excluded.landmark` }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return { ok: true, id };
});

/** Corrects a property. Existing bookings keep their address. */
export const changeProperty = command(
  "account.use",
  async function changeProperty(ctx, id: string, address: Address) {
    const [own] = await listProperties(ctx, { id });
    if (!own) return refuse("not-found");
    return mapConstraintToRefusal(ctx, "unique", refuse("property-exists"), async (ctx) => {
      await ctx.db.updateTable("properties").set(columnsOf(address)).where("id", "=", id).execute();
      return { ok: true } as const;
    });
  },
);

/** Saves access details. A new permit file replaces the old one. */
export const changeAccess = command(
  "account.use",
  async function changeAccess(ctx, input: OwnAccessInput & { id: string; version: number }) {
    const { id, version, permitFileId, ...access } = input;
    const [own] = await listProperties(ctx, { id });
    if (!own?.access) return refuse("not-found");
    const written = await writeAccess(ctx, {
      propertyId: id,
      bookingId: null,
      version,
      access,
      permitFileId,
    });
    if (!written.ok) return written;
    const { customer_id } = await ctx.db
      .selectFrom("properties")
      .select("customer_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const { before, after } = written;
    await emit(ctx, "customer.access-changed", customer_id, {}, { before, after });
    return { ok: true };
  },
);

/** Removes a property without bookings. */
export const removeProperty = command("account.use", async function removeProperty(ctx, id: string) {
  const [own] = await listProperties(ctx, { id });
  if (!own) return refuse("not-found");
  if (own.inUse) return refuse("in-use");
  // A concurrent booking may refer to it.
  return mapConstraintToRefusal(ctx, "reference", refuse("in-use"), async (ctx) => {
    await ctx.db.deleteFrom("properties").where("id", "=", id).execute();
    return { ok: true } as const;
  });
});

function columnsOf(address: Address) {
  const { street, buildingName: building, unitNumber: unit, area, landmark } = address;
  return { street, building, unit, area, landmark };
}

/** Customer record of the person, created if missing. */
async function ownCustomer(ctx: Ctx, { userId, name, email }: Person): Promise<string> {
  const { id } = await ctx.db
    .insertInto("customers")
    .values({ user_id: userId, name, email, created_at: ctx.now })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ user_id: userId }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
