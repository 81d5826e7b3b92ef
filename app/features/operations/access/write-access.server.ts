import { randomUUID } from "node:crypto";
import type { Ctx } from "~/platform/context";
import type { Silent } from "~/platform/events/events";
import { claimFiles, releaseFiles } from "~/platform/files/files.server";
import { UPLOADED_PICTURE } from "~/platform/files/files-api.server";
import { refuse } from "~/platform/http/refusal";
import { anyOf } from "~/platform/lists/any-of.server";
import { lockProperty, updateMakani } from "../../core/properties/write-properties.server";
import { formatPin, isPermitMissing } from "./access";
import type { AccessInput } from "./schema";

/** File kind of a permit uploaded as PDF. */
export const PERMIT_FILE = "permit";

declare module "~/platform/events/events" {
  interface Events {
    /** Access details or a permit were saved, for the property or this booking only. */
    "booking.access-changed": { onlyThisBooking: boolean };
    /** Saved by the customer for a property, or by the office in the customer's record. */
    "customer.access-changed": Silent;
  }
}

export interface AccessChange {
  propertyId: string;
  /** Booking that the details apply to; null if they apply to the property. */
  bookingId: string | null;
  /** Version that the user saw; 0 if nothing was stored. */
  version: number;
  access: AccessInput;
  /** If absent, the stored file stays. */
  permitFileId?: string | null;
}

/**
 * Saves access details in the caller's transaction from the version that the user saw; returns values before
 * and after.
 */
export async function writeAccess(ctx: Ctx, change: AccessChange) {
  const { propertyId, bookingId, version, access } = change;
  // Locks the property, because a missing first row cannot be locked.
  const property = await lockProperty(ctx, propertyId);
  if (!property) return refuse("not-found");
  const known = await ctx.db
    .selectFrom("access_instructions")
    .selectAll()
    .$if(bookingId !== null, (query) => query.where("booking_id", "=", bookingId))
    .$if(bookingId === null, (query) =>
      query.where("booking_id", "is", null).where("property_id", "=", propertyId),
    )
    .executeTakeFirst();
  if ((known?.version ?? 0) !== version) return refuse("stale");

  const asked = access.permitNeeded ? change.permitFileId : null;
  const before = known?.permit_file_id ?? null;
  const fileId = asked === undefined ? before : asked;
  const values = {
    property_id: propertyId,
    booking_id: bookingId,
    parking: access.parking,
    notes: access.notes,
    site_contact: access.siteContact,
    site_phone: access.sitePhone,
    latitude: access.pin?.latitude ?? null,
    longitude: access.pin?.longitude ?? null,
    permit_needed: access.permitNeeded,
    permit_by: access.permitNeeded ? access.permitBy : null,
    permit_until: access.permitNeeded ? access.permitUntil : null,
    permit_file_id: fileId,
    version: version + 1,
  };
  const id = known?.id ?? randomUUID();
  if (fileId !== null && fileId !== before && !(await claimPermit(ctx, fileId, id)))
    return refuse("unknown-file");
  await ctx.db
    .insertInto("access_instructions")
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
  if (before !== null && before !== fileId) await releaseFiles(ctx, [before]);
  await updateMakani(ctx, propertyId, access.makani);
  return {
    ok: true as const,
    before: trackedOf(known ?? null, property.makani),
    after: trackedOf(values, access.makani),
  };
}

/** Stores a permit if one is missing for `day`, in the caller's transaction, and releases the old file. */
export async function storePermit(
  ctx: Ctx,
  { accessId, day, fileId, until }: { accessId: string; day: string; fileId: string; until: string | null },
) {
  const property = await lockPropertyOf(ctx, accessId);
  const known = await ctx.db
    .selectFrom("access_instructions")
    .selectAll()
    .where("id", "=", accessId)
    .executeTakeFirst();
  if (!property || !known?.permit_needed) return refuse("not-found");
  const permit = { needed: true, until: known.permit_until, hasFile: known.permit_file_id !== null };
  // A link proves only a phone and an address, so it cannot replace an existing permit.
  if (!isPermitMissing(permit, day)) return refuse("stale");
  if (!(await claimPermit(ctx, fileId, accessId))) return refuse("unknown-file");
  const changed = { permit_file_id: fileId, permit_until: until, version: known.version + 1 };
  await ctx.db.updateTable("access_instructions").set(changed).where("id", "=", accessId).execute();
  if (known.permit_file_id) await releaseFiles(ctx, [known.permit_file_id]);
  return {
    ok: true as const,
    before: trackedOf(known, property.makani),
    after: trackedOf({ ...known, ...changed }, property.makani),
  };
}

/** Locks the property, see `writeAccess`. */
function lockPropertyOf(ctx: Ctx, accessId: string) {
  return ctx.db
    .selectFrom("properties")
    .select("makani")
    .where("id", "=", (query) =>
      query.selectFrom("access_instructions").select("property_id").where("id", "=", accessId),
    )
    .forUpdate()
    .executeTakeFirst();
}

/** Claims an uploaded permit; false if it belongs to another record. */
async function claimPermit(ctx: Ctx, fileId: string, accessId: string): Promise<boolean> {
  const kind = [UPLOADED_PICTURE, PERMIT_FILE];
  return (await claimFiles(ctx, { ids: [fileId], kind, ownerId: accessId })).ok;
}

interface Written {
  parking: string;
  notes: string;
  site_contact: string;
  site_phone: string | null;
  latitude: number | null;
  longitude: number | null;
  permit_needed: boolean;
  permit_until: string | null;
  permit_file_id: string | null;
}

function pinOf({ latitude, longitude }: Written): string | null {
  return latitude === null || longitude === null ? null : formatPin({ latitude, longitude });
}

/** Tracked fields for the audit trail. */
function trackedOf(row: Written | null, makani: string | null) {
  return {
    parking: row?.parking || null,
    accessNotes: row?.notes || null,
    siteContact: [row?.site_contact, row?.site_phone].filter(Boolean).join(" ") || null,
    makani,
    pin: row && pinOf(row),
    permit: row?.permit_needed ?? false,
    permitUntil: row?.permit_until ?? null,
    permitFile: row?.permit_file_id ? true : null,
  };
}

/** Deletes details of a booking, so that it uses its property's again. */
export async function deleteBookingAccess(ctx: Ctx, bookingIds: readonly string[]): Promise<void> {
  const gone = await ctx.db
    .deleteFrom("access_instructions")
    .where("booking_id", "=", anyOf([...bookingIds]))
    .returning("permit_file_id")
    .execute();
  await releaseFiles(
    ctx,
    gone.flatMap(({ permit_file_id }) => permit_file_id ?? []),
  );
}
