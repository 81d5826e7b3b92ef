import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";

/** Column: the property is under contract on the day of the visit, otherwise the preferred or request day. */
export const underContract =
  sql<boolean>`EXISTS (SELECT FROM contracts WHERE contracts.property_id = bookings.property_id
  AND contracts.state IN ('active', 'expired')
  AND coalesce(dubai_day(visits.starts_at), bookings.preferred_date, dubai_day(bookings.requested_at))
    BETWEEN contracts.starts_on AND contracts.ends_on)`.as("under_contract");

/**
 * The contract used by the booking, or that of the customer's own property. Guests see none, because they
 * could have typed the address of another person.
 */
export async function findVisibleContract(
  ctx: Ctx,
  booking: {
    id: string;
    property_id: string | null;
    user_id: string | null;
    preferred_date: string | null;
    requested_at: Date;
  },
): Promise<{ reference: string; packageName: string } | null> {
  const day = booking.preferred_date ?? dubaiDate(booking.requested_at);
  const row = await ctx.db
    .selectFrom("contracts")
    .innerJoin("packages", "packages.id", "contracts.package_id")
    .innerJoin("customers", "customers.id", "contracts.customer_id")
    .select(["contracts.reference", "packages.name"])
    .where((eb) =>
      eb.or([
        eb(
          "contracts.id",
          "in",
          eb
            .selectFrom("entitlement_uses")
            .select("entitlement_uses.contract_id")
            .where("entitlement_uses.booking_id", "=", booking.id),
        ),
        eb.and([
          eb("contracts.property_id", "=", booking.property_id),
          eb("customers.user_id", "=", booking.user_id),
          eb("contracts.state", "in", ["active", "expired"]),
          eb("starts_on", "<=", day),
          eb("ends_on", ">=", day),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row ? { reference: row.reference, packageName: row.name } : null;
}
