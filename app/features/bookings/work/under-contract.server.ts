import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import "../../packages/table";
import "../../customers/table";

/**
 * That a booking's place is under an annual contract on the day of its visit, in queries that read `bookings` and `visits`; where none is
 * placed, on the day that it wishes for, else of its request.
 */
export const underContract =
  sql<boolean>`EXISTS (SELECT FROM contracts WHERE contracts.property_id = bookings.property_id
  AND contracts.state IN ('active', 'expired')
  AND coalesce(dubai_day(visits.starts_at), bookings.preferred_date, dubai_day(bookings.requested_at))
    BETWEEN contracts.starts_on AND contracts.ends_on)`.as("under_contract");

/**
 * The contract that a booking's customer is told of: the one that it takes of, or that their own home is under on its day. Whoever only typed
 * somebody's phone and address is told of none.
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
            .selectFrom("contract_uses")
            .select("contract_uses.contract_id")
            .where("contract_uses.booking_id", "=", booking.id),
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
