import { query } from "~/platform/auth/command.server";
import { dubaiDate } from "~/platform/time";
import { listProperties } from "../../../core/properties/read-properties.server";
import { isPermitMissing } from "../../access/access";
import { accessOfProperties, permitOf } from "../../access/read-access.server";
import type { BookingAccess, CustomerAccess, OwnPermit } from "../../access/views";
import { findBooking } from "../queries.server";
import type { BookingView } from "../views";
import { accessOfBookings, lastDayAhead } from "./read-access.server";

/** Access details of a booking, and its visits without a valid permit. */
export const findBookingAccess = query(
  "bookings.read",
  async function findBookingAccess(ctx, bookingId: string): Promise<BookingAccess | null> {
    const [known, visits, rows] = await Promise.all([
      accessOfBookings(ctx, [bookingId]),
      ctx.db
        .selectFrom("visits")
        .select("startsAt")
        .where("bookingId", "=", bookingId)
        .where("state", "in", ["held", "scheduled"])
        .where("leadVisitId", "is", null)
        .orderBy("startsAt")
        .execute(),
      ctx.db
        .selectFrom("bookings")
        .innerJoin("accessInstructions", "accessInstructions.propertyId", "bookings.propertyId")
        .select(["accessInstructions.bookingId", "accessInstructions.version"])
        .where("bookings.id", "=", bookingId)
        .where((eb) =>
          eb.or([
            eb("accessInstructions.bookingId", "is", null),
            eb("accessInstructions.bookingId", "=", eb.ref("bookings.id")),
          ]),
        )
        .execute(),
    ]);
    const found = known.get(bookingId);
    if (!found) return null;
    const days = [...new Set(visits.map(({ startsAt }) => dubaiDate(startsAt)))];
    const permit = permitOf(found.access);
    return {
      access: found.access,
      own: found.own,
      versions: {
        property: rows.find((row) => row.bookingId === null)?.version ?? 0,
        own: rows.find((row) => row.bookingId !== null)?.version ?? 0,
      },
      missingOn: days.filter((day) => isPermitMissing(permit, day)),
    };
  },
);

/** Access details of a customer's properties. */
export const listCustomerAccess = query(
  "bookings.read",
  async function listCustomerAccess(ctx, customerId: string): Promise<CustomerAccess["properties"]> {
    const properties = await listProperties(ctx, customerId);
    const known = await accessOfProperties(
      ctx,
      properties.map(({ id }) => id),
    );
    return [...known].map(([id, access]) => ({ id, access }));
  },
);

/** Permit that a customer's booking needs; null if it is not theirs. */
export const findOwnPermit = query(
  "website.open-link",
  async function findOwnPermit(ctx, { id }: Pick<BookingView, "id">): Promise<OwnPermit | null> {
    const booking = await findBooking(ctx, { id });
    const known = (await accessOfBookings(ctx, [id])).get(id);
    if (!booking || !known) return null;
    const { permitNeeded, permitBy, permitUntil } = known.access;
    const missing = isPermitMissing(permitOf(known.access), await lastDayAhead(ctx, id));
    return { needed: permitNeeded, applicant: permitBy, until: permitUntil, missing };
  },
);
