import { randomUUID } from "node:crypto";
import type { Ctx } from "~/platform/context";
import type { Silent } from "~/platform/events/events";
import { claimFiles } from "~/platform/files/files.server";
import { UPLOADED_PICTURE } from "~/platform/files/files-api.server";
import { refuse } from "~/platform/http/refusal";
import { anyOf } from "~/platform/lists/any-of.server";
import { lockProperty, updateMakani } from "../../core/properties/write-properties.server";
import { formatPin, isPermitMissing } from "./access";
import { accessOfProperties } from "./read-access.server";
import type { AccessInput, RequestedAccess } from "./schema";

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
    .selectFrom("accessInstructions")
    .selectAll()
    .$if(bookingId !== null, (query) => query.where("bookingId", "=", bookingId))
    .$if(bookingId === null, (query) =>
      query.where("bookingId", "is", null).where("propertyId", "=", propertyId),
    )
    .executeTakeFirst();
  if ((known?.version ?? 0) !== version) return refuse("stale");

  const asked = access.permitNeeded ? change.permitFileId : null;
  const before = known?.permitFileId ?? null;
  const fileId = asked === undefined ? before : asked;
  const values = {
    propertyId,
    bookingId,
    parking: access.parking,
    notes: access.notes,
    siteContact: access.siteContact,
    sitePhone: access.sitePhone,
    latitude: access.pin?.latitude ?? null,
    longitude: access.pin?.longitude ?? null,
    permitNeeded: access.permitNeeded,
    permitBy: access.permitNeeded ? access.permitBy : null,
    permitUntil: access.permitNeeded ? access.permitUntil : null,
    permitFileId: fileId,
    version: version + 1,
  };
  const id = known?.id ?? randomUUID();
  const isNew = fileId !== null && fileId !== before;
  // Details of a booking may show the document of its property.
  const isOfProperty = isNew && bookingId !== null && (await findPropertyPermit(ctx, propertyId)) === fileId;
  if (isNew && !isOfProperty && !(await claimPermit(ctx, fileId, id))) return refuse("unknown-file");
  await ctx.db
    .insertInto("accessInstructions")
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
  if (known && before !== fileId) await releasePermits(ctx, [known], fileId);
  await updateMakani(ctx, propertyId, access.makani);
  return {
    ok: true as const,
    before: trackedOf(known ?? null, property.makani),
    after: trackedOf(values, access.makani),
  };
}

/**
 * Saves the details typed into a booking form, in the transaction of the booking. `bookingId`: null saves them
 * for the property, which only the office may do here: a visitor could state the phone and address of another
 * person.
 */
export async function saveRequestedAccess(
  ctx: Ctx,
  {
    propertyId,
    bookingId,
    access,
  }: { propertyId: string; bookingId: string | null; access: RequestedAccess },
) {
  // Locks before reading, so that the version cannot change.
  await lockProperty(ctx, propertyId);
  const stored = (await accessOfProperties(ctx, [propertyId])).get(propertyId)!;
  const written = await writeAccess(ctx, {
    propertyId,
    bookingId,
    version: bookingId === null ? stored.version : 0,
    access: {
      parking: access.parking || stored.parking,
      notes: access.notes || stored.notes,
      siteContact: access.siteContact || stored.siteContact,
      sitePhone: access.sitePhone ?? (access.siteContact ? null : stored.sitePhone),
      makani:
        bookingId === null ? (access.makani ?? stored.makani) : (stored.makani ?? access.makani ?? null),
      pin: stored.pin,
      permitNeeded: access.permitBy !== undefined || stored.permitNeeded,
      permitBy: access.permitBy ?? stored.permitBy,
      permitUntil: stored.permitUntil,
    },
    ...(bookingId !== null && { permitFileId: stored.permitFileId }),
  });
  if (!written.ok) throw new Error(`The access details of a booking were refused: ${written.reason}`);
  return written;
}

export function isAccessGiven(access: RequestedAccess): boolean {
  return Object.values(access).some(Boolean);
}

/** Stores a permit if one is missing for `day`, in the caller's transaction, and releases the old file. */
export async function storePermit(
  ctx: Ctx,
  { accessId, day, fileId, until }: { accessId: string; day: string; fileId: string; until: string | null },
) {
  const property = await lockPropertyOf(ctx, accessId);
  const known = await ctx.db
    .selectFrom("accessInstructions")
    .selectAll()
    .where("id", "=", accessId)
    .executeTakeFirst();
  if (!property || !known?.permitNeeded) return refuse("not-found");
  const permit = { needed: true, until: known.permitUntil, hasFile: known.permitFileId !== null };
  // A link proves only a phone and an address, so it cannot replace an existing permit.
  if (!isPermitMissing(permit, day)) return refuse("stale");
  if (!(await claimPermit(ctx, fileId, accessId))) return refuse("unknown-file");
  const changed = { permitFileId: fileId, permitUntil: until, version: known.version + 1 };
  await ctx.db.updateTable("accessInstructions").set(changed).where("id", "=", accessId).execute();
  await releasePermits(ctx, [known], fileId);
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
      query.selectFrom("accessInstructions").select("propertyId").where("id", "=", accessId),
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
  siteContact: string;
  sitePhone: string | null;
  latitude: number | null;
  longitude: number | null;
  permitNeeded: boolean;
  permitUntil: string | null;
  permitFileId: string | null;
}

function pinOf({ latitude, longitude }: Written): string | null {
  return latitude === null || longitude === null ? null : formatPin({ latitude, longitude });
}

/** Tracked fields for the audit trail. */
function trackedOf(row: Written | null, makani: string | null) {
  return {
    parking: row?.parking || null,
    accessNotes: row?.notes || null,
    siteContact: [row?.siteContact, row?.sitePhone].filter(Boolean).join(" ") || null,
    makani,
    pin: row && pinOf(row),
    permit: row?.permitNeeded ?? false,
    permitUntil: row?.permitUntil ?? null,
    permitFile: row?.permitFileId ? true : null,
  };
}

/**
 * Details of a booking stay with it at a corrected address, except for the pin and the document of the former property.
 */
export async function moveBookingAccess(ctx: Ctx, bookingId: string, propertyId: string): Promise<void> {
  await ctx.db
    .updateTable("accessInstructions")
    .set((eb) => ({
      propertyId,
      ...{ latitude: null, longitude: null },
      permitFileId: eb
        .selectFrom("files")
        .select("files.id")
        .whereRef("files.id", "=", "permitFileId")
        .whereRef("files.ownerId", "=", "accessInstructions.id"),
      version: eb("version", "+", 1),
    }))
    .where("bookingId", "=", bookingId)
    .where("propertyId", "<>", propertyId)
    .execute();
}

/** Deletes details of a booking, so that it uses its property's again. */
export async function deleteBookingAccess(ctx: Ctx, bookingIds: readonly string[]): Promise<void> {
  const gone = await ctx.db
    .deleteFrom("accessInstructions")
    .where("bookingId", "=", anyOf([...bookingIds]))
    .returning(["id", "permitFileId"])
    .execute();
  await releasePermits(ctx, gone);
}

async function findPropertyPermit(ctx: Ctx, propertyId: string): Promise<string | null> {
  return (await accessOfProperties(ctx, [propertyId])).get(propertyId)?.permitFileId ?? null;
}

/**
 * Releases documents that belong to these details. Details of bookings that showed them show `replacement` instead; null:
 * none.
 */
export async function releasePermits(
  ctx: Ctx,
  former: readonly { id: string; permitFileId: string | null }[],
  replacement: string | null = null,
): Promise<void> {
  const released = await ctx.db
    .updateTable("files")
    .set({ ownerId: null, public: false })
    .where("id", "=", anyOf(former.flatMap(({ permitFileId }) => permitFileId ?? [])))
    .where("ownerId", "=", anyOf(former.map(({ id }) => id)))
    .returning("id")
    .execute();
  await ctx.db
    .updateTable("accessInstructions")
    .set({ permitFileId: replacement })
    .where("permitFileId", "=", anyOf(released.map(({ id }) => id)))
    .execute();
}
