import type { Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { anyOf } from "~/platform/lists/any-of.server";
import type { Permit } from "./access";
import type { AccessView } from "./views";

type Row = Selectable<Tables["accessInstructions"]>;

/** Access details by property. */
export async function accessOfProperties(
  ctx: Ctx,
  propertyIds: readonly string[],
): Promise<Map<string, AccessView>> {
  if (propertyIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom("properties")
    .leftJoin("accessInstructions", (join) =>
      join.onRef("accessInstructions.propertyId", "=", "properties.id").on("bookingId", "is", null),
    )
    .selectAll("accessInstructions")
    .select(["properties.id as ofProperty", "properties.makani"])
    .where("properties.id", "=", anyOf([...propertyIds]))
    .execute();
  return new Map(
    rows.map((row) => [
      row.ofProperty,
      row.id === null ? nothingKnown(row.makani) : viewOf(row as Row, row.makani),
    ]),
  );
}

export function permitOf({ permitNeeded, permitUntil, permitFileId }: AccessView): Permit {
  return { needed: permitNeeded, until: permitUntil, hasFile: permitFileId !== null };
}

export function viewOf(row: Row, makani: string | null): AccessView {
  const { latitude, longitude } = row;
  return {
    version: row.version,
    parking: row.parking,
    notes: row.notes,
    siteContact: row.siteContact,
    sitePhone: row.sitePhone,
    makani,
    pin: latitude === null || longitude === null ? null : { latitude, longitude },
    permitNeeded: row.permitNeeded,
    permitBy: row.permitBy,
    permitUntil: row.permitUntil,
    permitFileId: row.permitFileId,
  };
}

export function nothingKnown(makani: string | null): AccessView {
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
