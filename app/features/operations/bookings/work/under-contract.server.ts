import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { dubaiDate } from "~/platform/time";

/** Column: the property is under contract on the day of the visit, otherwise the preferred or request day. */
export const underContract =
  sql<boolean>`EXISTS (SELECT FROM contracts WHERE contracts.property_id = bookings.property_id
  AND contracts.state IN ('active', 'expired')
  AND coalesce(dubai_day(visits.starts_at), bookings.preferred_date, dubai_day(bookings.requested_at))
    BETWEEN contracts.starts_on AND contracts.ends_on)`.as("underContract");

/**
 * The contract used by the booking, or that of the customer's own property. Guests see none, because they
 * could have typed the address of another person.
 */
export async function findVisibleContract(
  ctx: Ctx,
  booking: {
    id: string;
    propertyId: string | null;
    userId: string | null;
    preferredDate: string | null;
    requestedAt: Date;
  },
): Promise<{ reference: string; packageName: string } | null> {
  const day = booking.preferredDate ?? dubaiDate(booking.requestedAt);
  const row = await ctx.db
    .selectFrom("contracts")
    .innerJoin("packages", "packages.id", "contracts.packageId")
    .select(["contracts.reference", textInReaderLanguage("packages.name").as("name")])
    // A union, because OR across two tables scans all contracts.
    .where("contracts.id", "in", (eb) =>
      eb
        .selectFrom("entitlementUses")
        .select("entitlementUses.contractId as id")
        .where("entitlementUses.bookingId", "=", booking.id)
        .unionAll(
          eb
            .selectFrom("contracts as own")
            .innerJoin("customers", "customers.id", "own.customerId")
            .select("own.id")
            .where("own.propertyId", "=", booking.propertyId)
            .where("customers.userId", "=", booking.userId)
            .where("own.state", "in", ["active", "expired"])
            .where("own.startsOn", "<=", day)
            .where("own.endsOn", ">=", day),
        ),
    )
    .limit(1)
    .executeTakeFirst();
  return row ? { reference: row.reference, packageName: row.name } : null;
}
