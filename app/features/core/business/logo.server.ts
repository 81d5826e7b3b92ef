import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import type { Logo, LogoPlate } from "~/platform/files/logo";
import type { LogoPicture } from "~/platform/files/logo-picture.server";

/** Null if no logo was uploaded, so the default mark is drawn. */
export async function findLogo(ctx: Ctx): Promise<Logo | null> {
  const row = await current(ctx).select(["id", "width", "height", "plate"]).executeTakeFirst();
  return row ? { path: pathOf(row.id), width: row.width, height: row.height, plate: row.plate } : null;
}

export async function readCurrentLogo(ctx: Ctx): Promise<(Logo & { picture: Buffer }) | null> {
  const row = await current(ctx).select(["id", "picture", "width", "height", "plate"]).executeTakeFirst();
  return row ? { ...row, path: pathOf(row.id) } : null;
}

const current = (ctx: Ctx) => ctx.db.selectFrom("logos").where("validUntil", "is", null);

const pathOf = (id: string) => `/api/logos/${id}`;

/** Also returns former logos, because sent emails still show them. */
export async function readLogo(
  ctx: Ctx,
  id: string,
  kind: "picture" | "icon",
): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await ctx.db.selectFrom("logos").select(kind).where("id", "=", id).executeTakeFirst();
  return row ? new Uint8Array(row[kind as "picture"]) : null;
}

/** Logo for PDF documents, drawn on a plate if it would be invisible on white. */
export async function loadDocumentLogo(ctx: Ctx): Promise<{ svg: string; wide: boolean } | null> {
  const logo = await readCurrentLogo(ctx);
  if (!logo) return null;
  const { picture, width, height, plate } = logo;
  const margin = marginOn(plate, height);
  const box = `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`;
  const ground =
    margin > 0
      ? `<rect x="${-margin}" y="${-margin}" width="100%" height="100%" rx="${margin}" fill="#0f1a2b"/>`
      : "";
  const shown = `<image width="${width}" height="${height}" href="data:image/png;base64,${picture.toString("base64")}"/>`;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${ground}${shown}</svg>`,
    wide: width > 4 * height,
  };
}

const marginOn = (plate: LogoPlate, height: number) => (plate === "on-light" ? Math.round(height / 6) : 0);

/** Null restores the default mark. */
export const changeLogo = command(
  "settings.manage",
  async function changeLogo(ctx, logo: LogoPicture | null) {
    const before = await ctx.db
      .updateTable("logos")
      .set({ validUntil: ctx.now })
      .where("validUntil", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!before && !logo) return { ok: true, id: null };
    const after =
      logo &&
      (await ctx.db
        .insertInto("logos")
        .values({
          picture: Buffer.from(logo.bytes),
          icon: Buffer.from(logo.icon),
          width: logo.width,
          height: logo.height,
          plate: logo.plate,
          validFrom: ctx.now,
        })
        .returning("id")
        .executeTakeFirstOrThrow());
    const change: Record<"before" | "after", Record<string, unknown>> = {
      before: { logo: before ? pathOf(before.id) : null },
      after: { logo: after ? pathOf(after.id) : null },
    };
    await emit(ctx, "settings.changed", null, { group: "business" }, change);
    return { ok: true, id: after?.id ?? null };
  },
);
