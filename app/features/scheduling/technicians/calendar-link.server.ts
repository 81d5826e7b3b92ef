import { isSignedKey, signedKey } from "~/platform/auth/links/signed-key.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { localPath } from "~/platform/locale/locale";
import "../table";

/**
 * The secret link of a technician's calendar, for calendar programs, which cannot sign in. The key is derived from the
 * product's secret and the seed of the day when the link was given: neither the database nor an old link alone opens it.
 */
export function calendarUrl(
  config: Pick<Config, "publicUrl" | "secret">,
  technician: { id: string; seed: string },
): string {
  const key = signedKey(config.secret, "calendar", keyed(technician));
  return config.publicUrl + localPath(`/api/calendars/${technician.id}/${key}.ics`);
}

/** Whose calendar the link opens, or null: wrong, ended, or of somebody who left. */
export async function findTechnicianByCalendarKey(
  ctx: Ctx,
  config: Pick<Config, "secret">,
  technicianId: string,
  key: string,
): Promise<{ id: string; name: string } | null> {
  const row = await ctx.db
    .selectFrom("technicians")
    .select(["id", "name", "calendar_seed"])
    .where("id", "=", technicianId)
    .where("active", "=", true)
    .executeTakeFirst();
  if (!row?.calendar_seed) return null;
  const { id, name, calendar_seed: seed } = row;
  return isSignedKey(config.secret, "calendar", keyed({ id, seed }), key) ? { id, name } : null;
}

function keyed({ id, seed }: { id: string; seed: string }): string {
  return `${id}:${seed}`;
}
