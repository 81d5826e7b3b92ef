import { isSignedKey, signedKey } from "~/platform/auth/links/signed-key.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { localPath } from "~/platform/locale/locale";

/**
 * Link for calendar programs, which cannot sign in. The key derives from the product secret and a per-link
 * seed, so that neither the database nor an old link opens it.
 */
export function calendarUrl(
  config: Pick<Config, "publicUrl" | "secret">,
  technician: { id: string; seed: string },
): string {
  const key = signedKey(config.secret, "calendar", keyed(technician));
  return config.publicUrl + localPath(`/api/calendars/${technician.id}/${key}.ics`);
}

/** Null if the key is wrong, revoked, or the technician left. */
export async function findTechnicianByCalendarKey(
  ctx: Ctx,
  config: Pick<Config, "secret">,
  technicianId: string,
  key: string,
): Promise<{ id: string; name: string } | null> {
  const row = await ctx.db
    .selectFrom("technicians")
    .select(["id", "name", "calendarSeed"])
    .where("id", "=", technicianId)
    .where("active", "=", true)
    .executeTakeFirst();
  if (!row?.calendarSeed) return null;
  const { id, name, calendarSeed: seed } = row;
  return isSignedKey(config.secret, "calendar", keyed({ id, seed }), key) ? { id, name } : null;
}

function keyed({ id, seed }: { id: string; seed: string }): string {
  return `${id}:${seed}`;
}
