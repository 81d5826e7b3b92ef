import { randomUUID } from "node:crypto";
import type { Ctx } from "~/platform/context";
import type { Silent } from "~/platform/events/events";
import { claimFiles, releaseFiles } from "~/platform/files/files.server";
import { UPLOADED_PICTURE } from "~/platform/files/files-api.server";
import { refuse } from "~/platform/http/refusal";
import { anyOf } from "~/platform/lists/any-of.server";
import { isPermitMissing, wordsOfPin } from "./access";
import type { AccessInput } from "./schema";
import "../customers/table";
import "./table";

/** A permit that was uploaded as a PDF. */
export const PERMIT_FILE = "permit";

declare module "~/platform/events/events" {
  interface Events {
    /** How to get in was written down, or the permit came in: for the property, or this booking alone. */
    "booking.access-changed": { onlyThisBooking: boolean };
    /** The customer did, of an address of theirs, or the office at the customer's record. */
    "customer.access-changed": Silent;
  }
}

export interface AccessChange {
  propertyId: string;
  /** Null: of the property. */
  bookingId: string | null;
  /** As it was seen; 0: nothing was written down. */
  version: number;
  access: AccessInput;
  /** Absent: the paper stays. */
  permitFileId?: string | null;
}

/**
 * Writes down how to get in, in the caller's transaction, from the version that was seen; tells what was there before, and is
 * there now.
 */
export async function writeAccess(ctx: Ctx, change: AccessChange) {
  const { propertyId, bookingId, version, access } = change;
  // Whoever writes of one property waits for the other: a first line is locked by nothing else.
  const property = await ctx.db
    .selectFrom("properties")
    .select(["id", "makani"])
    .where("id", "=", propertyId)
    .forUpdate()
    .executeTakeFirst();
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
  await ctx.db
    .updateTable("properties")
    .set({ makani: access.makani })
    .where("id", "=", propertyId)
    .execute();
  return {
    ok: true as const,
    before: trackedOf(known ?? null, property.makani),
    after: trackedOf(values, access.makani),
  };
}

/** Keeps a permit where one is missing for `day`, in the caller's transaction; the one before is let go of. */
export async function keepPermit(
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
  // Whoever knows a phone and an address may ask for a booking there: what is here already is nobody's to replace by a link.
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

/** As above: whoever writes of one property waits for the other. */
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

/** Whether the upload is a permit that nobody else's record has. */
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
  return latitude === null || longitude === null ? null : wordsOfPin({ latitude, longitude });
}

/** As the trail keeps it. */
function trackedOf(row: Written | null, makani: string | null) {
  return {
    parking: row?.parking || null,
    accessNotes: row?.notes || null,
    siteContact: [row?.site_contact, row?.site_phone].filter(Boolean).join(" ") || null,
    makani,
    pin: row && pinOf(row),
    permit: row?.permit_needed ?? false,
    permitUntil: row?.permit_until ?? null,
    permitPaper: row?.permit_file_id ? true : null,
  };
}

/** A booking goes by what was written down for its property again. */
export async function dropOwnAccess(ctx: Ctx, bookingIds: readonly string[]): Promise<void> {
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
