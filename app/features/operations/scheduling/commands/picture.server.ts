import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import type { AvatarImages } from "~/platform/files/avatar.server";
import { refuse } from "~/platform/http/refusal";

/** Replaces the picture. Refused for technicians who left. */
export const changePicture = command(
  "technicians.manage",
  async function changePicture(ctx, technicianId: string, { small, large }: AvatarImages) {
    if (!(await lockActiveTechnician(ctx, technicianId))) return refuse("not-found");
    await deletePictureRow(ctx, technicianId);
    const { id } = await ctx.db
      .insertInto("technicianPictures")
      .values({
        technicianId,
        small: Buffer.from(small),
        large: Buffer.from(large),
        createdAt: ctx.now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await emit(ctx, "technician.picture-changed", technicianId, {});
    return { ok: true, id };
  },
);

/** `pictureId`: the picture that the user saw, to avoid removing a newer one. */
export const removePicture = command(
  "technicians.manage",
  async function removePicture(ctx, technicianId: string, pictureId: string) {
    if (!(await lockActiveTechnician(ctx, technicianId))) return refuse("not-found");
    const gone = await ctx.db
      .deleteFrom("technicianPictures")
      .where("technicianId", "=", technicianId)
      .where("id", "=", pictureId)
      .returning("id")
      .executeTakeFirst();
    if (!gone) return refuse("stale");
    await emit(ctx, "technician.picture-removed", technicianId, {});
    return { ok: true };
  },
);

async function lockActiveTechnician(ctx: Ctx, technicianId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("technicians")
    .select("id")
    .where("id", "=", technicianId)
    .where("active", "=", true)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

async function deletePictureRow(ctx: Ctx, technicianId: string): Promise<void> {
  await ctx.db.deleteFrom("technicianPictures").where("technicianId", "=", technicianId).execute();
}
