import { type Selectable, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { listFilesOf, type StoredFile } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { dubaiDate } from "~/platform/time";
import type { Permit } from "./access";
import type { AccessView } from "./views";

export interface KnownAccess {
  access: AccessView;
  /** Stored for the booking only. */
  own: boolean;
  /** Record that owns its files; null if nothing is stored. */
  accessId: string | null;
}

type Row = Selectable<Tables["access_instructions"]>;

/** Access details by booking: its own, otherwise those of its property. */
export async function accessOfBookings(
  ctx: Ctx,
  bookingIds: readonly string[],
): Promise<Map<string, KnownAccess>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom("bookings")
    .innerJoin("properties", "properties.id", "bookings.property_id")
    .leftJoin("access_instructions", (join) =>
      join
        .onRef("access_instructions.property_id", "=", "bookings.property_id")
        .on((eb) =>
          eb.or([
            eb("access_instructions.booking_id", "is", null),
            eb("access_instructions.booking_id", "=", eb.ref("bookings.id")),
          ]),
        ),
    )
    .selectAll("access_instructions")
    .select(["bookings.id as of_booking", "properties.makani"])
    .where("bookings.id", "=", anyOf([...new Set(bookingIds)]))
    // The booking's own row comes last and wins.
    .orderBy(sql`access_instructions.booking_id IS NOT NULL`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.of_booking,
      {
        access: row.id === null ? nothingKnown(row.makani) : viewOf(row as Row, row.makani),
        own: row.booking_id !== null,
        accessId: row.id,
      },
    ]),
  );
}

/** Access details by property. */
export async function accessOfProperties(
  ctx: Ctx,
  propertyIds: readonly string[],
): Promise<Map<string, AccessView>> {
  if (propertyIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom("properties")
    .leftJoin("access_instructions", (join) =>
      join.onRef("access_instructions.property_id", "=", "properties.id").on("booking_id", "is", null),
    )
    .selectAll("access_instructions")
    .select(["properties.id as of_property", "properties.makani"])
    .where("properties.id", "=", anyOf([...propertyIds]))
    .execute();
  return new Map(
    rows.map((row) => [
      row.of_property,
      row.id === null ? nothingKnown(row.makani) : viewOf(row as Row, row.makani),
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
  return (await listFilesOf(ctx, known.accessId)).find(({ id }) => id === fileId) ?? null;
}

/** Last Dubai day of a booking's upcoming visits, on which its permit must be valid; today without visits. */
export async function lastDayAhead(ctx: Ctx, bookingId: string): Promise<string> {
  const last = await ctx.db
    .selectFrom("visits")
    .select("starts_at")
    .where("booking_id", "=", bookingId)
    .where("state", "in", ["held", "scheduled"])
    .where("starts_at", ">", ctx.now)
    .orderBy("starts_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return dubaiDate(last?.starts_at ?? ctx.now);
}

export function permitOf({ permitNeeded, permitUntil, permitFileId }: AccessView): Permit {
  return { needed: permitNeeded, until: permitUntil, hasFile: permitFileId !== null };
}

function viewOf(row: Row, makani: string | null): AccessView {
  const { latitude, longitude } = row;
  return {
    version: row.version,
    parking: row.parking,
    notes: row.notes,
    siteContact: row.site_contact,
    sitePhone: row.site_phone,
    makani,
    pin: latitude === null || longitude === null ? null : { latitude, longitude },
    permitNeeded: row.permit_needed,
    permitBy: row.permit_by,
    permitUntil: row.permit_until,
    permitFileId: row.permit_file_id,
  };
}

function nothingKnown(makani: string | null): AccessView {
  return {
    version: 0,
    parking: "",
    notes: "",
    siteContact: "",
    sitePhone: null,
    makani,
    pin: null,
    permitNeeded: false,
    permitBy: null,
    permitUntil: null,
    permitFileId: null,
  };
}
