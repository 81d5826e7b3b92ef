import { type Selectable, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { findClaimedFile, type StoredFile } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { dubaiDate } from "~/platform/time";
import type { Permit } from "../../access/access";
import { nothingKnown, permitOf, viewOf } from "../../access/read-access.server";
import type { AccessView } from "../../access/views";

export interface KnownAccess {
  access: AccessView;
  /** Stored for the booking only. */
  own: boolean;
  /** Record that owns its files; null if nothing is stored. */
  accessId: string | null;
}

type Row = Selectable<Tables["accessInstructions"]>;

/** Access details by booking: its own, otherwise those of its property. */
export async function accessOfBookings(
  ctx: Ctx,
  bookingIds: readonly string[],
): Promise<Map<string, KnownAccess>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom("bookings")
    .innerJoin("properties", "properties.id", "bookings.propertyId")
    .leftJoin("accessInstructions", (join) =>
      join
        .onRef("accessInstructions.propertyId", "=", "bookings.propertyId")
        .on((eb) =>
          eb.or([
            eb("accessInstructions.bookingId", "is", null),
            eb("accessInstructions.bookingId", "=", eb.ref("bookings.id")),
          ]),
        ),
    )
    .selectAll("accessInstructions")
    .select(["bookings.id as ofBooking", "properties.makani"])
    .where("bookings.id", "=", anyOf([...new Set(bookingIds)]))
    // The booking's own row comes last and wins.
    .orderBy(sql`access_instructions.booking_id IS NOT NULL`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.ofBooking,
      {
        access: row.id === null ? nothingKnown(row.makani) : viewOf(row as Row, row.makani),
        own: row.bookingId !== null,
        accessId: row.id,
      },
    ]),
  );
}

/** Needed permits by booking. */
export async function permitsOfBookings(
  ctx: Ctx,
  bookingIds: readonly string[],
): Promise<Map<string, Permit>> {
  const access = await accessOfBookings(ctx, bookingIds);
  return new Map(
    [...access].flatMap(([id, { access }]) => (access.permitNeeded ? [[id, permitOf(access)]] : [])),
  );
}

/** Permit file of a booking; null if it is another's or missing. */
export async function findPermitFile(
  ctx: Ctx,
  bookingId: string,
  fileId: string,
): Promise<StoredFile | null> {
  const known = (await accessOfBookings(ctx, [bookingId])).get(bookingId);
  if (!known?.accessId || known.access.permitFileId !== fileId) return null;
  return findClaimedFile(ctx, fileId);
}

/** Last Dubai day of a booking's upcoming visits, on which its permit must be valid; today without visits. */
export async function lastDayAhead(ctx: Ctx, bookingId: string): Promise<string> {
  const last = await ctx.db
    .selectFrom("visits")
    .select("startsAt")
    .where("bookingId", "=", bookingId)
    .where("state", "in", ["held", "scheduled"])
    .where("startsAt", ">", ctx.now)
    .orderBy("startsAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return dubaiDate(last?.startsAt ?? ctx.now);
}
