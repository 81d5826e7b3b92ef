import { sql } from "kysely";
import type { Actor } from "~/platform/actor";
import type { Ctx } from "~/platform/context";
import { inTransaction, sqlState } from "~/platform/database/transaction.server";
import type { Address } from "../../bookings/schema";
import { listProperties } from "../queries.server";
import "../../customers/table";

type Person = Extract<Actor, { userId: string }>;

export type PropertyRefusal = { ok: false; reason: "not-found" | "in-use" | "known" };

const MOST_PROPERTIES = 50;

/** Adds an address to the person's own; one they have already is not added twice. */
export async function addProperty(
  ctx: Ctx,
  person: Person,
  address: Address,
): Promise<{ ok: true; id: string } | { ok: false; reason: "too-many" }> {
  return inTransaction<{ ok: true; id: string } | { ok: false; reason: "too-many" }>(ctx, async (ctx) => {
    const customerId = await ownCustomer(ctx, person);
    if ((await listProperties(ctx)).length >= MOST_PROPERTIES) return { ok: false, reason: "too-many" };
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
}

/** Corrects an address of the person's. Bookings keep the one that was written on them. */
export async function changeProperty(
  ctx: Ctx,
  id: string,
  address: Address,
): Promise<{ ok: true } | PropertyRefusal> {
  try {
    return await inTransaction<{ ok: true } | PropertyRefusal>(ctx, async (ctx) => {
      const [own] = await listProperties(ctx, { id });
      if (!own) return { ok: false, reason: "not-found" };
      await ctx.db.updateTable("properties").set(columnsOf(address)).where("id", "=", id).execute();
      return { ok: true };
    });
  } catch (error) {
    if (sqlState(error) === "23505") return { ok: false, reason: "known" };
    throw error;
  }
}

/** Removes an address of the person's that no booking was made for. */
export async function removeProperty(ctx: Ctx, id: string): Promise<{ ok: true } | PropertyRefusal> {
  try {
    return await inTransaction<{ ok: true } | PropertyRefusal>(ctx, async (ctx) => {
      const [own] = await listProperties(ctx, { id });
      if (!own) return { ok: false, reason: "not-found" };
      if (own.used) return { ok: false, reason: "in-use" };
      await ctx.db.deleteFrom("properties").where("id", "=", id).execute();
      return { ok: true };
    });
  } catch (error) {
    // A booking was made for it a moment ago.
    if (sqlState(error) === "23503") return { ok: false, reason: "in-use" };
    throw error;
  }
}

function columnsOf(address: Address) {
  const { street, buildingName: building, unitNumber: unit, area, landmark } = address;
  return { street, building, unit, area, landmark };
}

/** The customer's record of the person, made when it is missing. */
async function ownCustomer(ctx: Ctx, { userId, name, email }: Person): Promise<string> {
  const { id } = await ctx.db
    .insertInto("customers")
    .values({ user_id: userId, name, email, created_at: ctx.now })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ user_id: userId }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
