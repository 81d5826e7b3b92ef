import type { ExpressionBuilder } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { Tables } from "~/platform/database/tables";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { toAddress } from "../../../core/properties/property";
import { accessOfProperties } from "../../../operations/access/read-access.server";
import type { OwnPropertyView } from "./views";

/**
 * Properties of the person's bookings and those they added. Not all of the customer's, because guests match
 * by an unconfirmed phone.
 */
export const listOwnProperties = query(
  "account.use",
  async function listOwnProperties(ctx, only?: { id: string }): Promise<OwnPropertyView[]> {
    const userId = userIdOf(ctx.actor);
    const rows = await ctx.db
      .selectFrom("properties")
      .innerJoin("customers", "customers.id", "properties.customerId")
      .selectAll("properties")
      .select((eb) => ["customers.userId", isUnused(eb).as("unused")])
      // Two subqueries, because an OR would scan all properties.
      .where("properties.id", "in", (eb) =>
        eb
          .selectFrom("properties as added")
          .select("added.id")
          .where("added.addedBy", "=", userId)
          .union(eb.selectFrom("bookings").select("propertyId as id").where("userId", "=", userId)),
      )
      .$if(only !== undefined, (query) => query.where("properties.id", "=", only!.id))
      .orderBy("properties.createdAt")
      .orderBy("properties.id")
      .execute();
    const access = await accessOfProperties(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      id: row.id,
      // Guests may have booked with this phone and address, so access details are shown to the record's owner
      // only.
      access: row.userId === userId ? access.get(row.id)! : null,
      ...toAddress({ ...row, area: placeInReaderLanguage(row.area) }),
      inUse: !row.unused,
    }));
  },
);

/** SQL: the property has no request. */
function isUnused(eb: ExpressionBuilder<Tables, "properties">) {
  return eb.not(
    eb.or([
      eb.exists(
        eb.selectFrom("bookings").select("bookings.id").whereRef("bookings.propertyId", "=", "properties.id"),
      ),
      eb.exists(
        eb
          .selectFrom("contracts")
          .select("contracts.id")
          .whereRef("contracts.propertyId", "=", "properties.id"),
      ),
    ]),
  );
}
