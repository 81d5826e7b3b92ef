import { sql } from "kysely";
import { isSignedKey, signedKey } from "~/platform/auth/links/signed-key.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { currentLocale, isLocale, type Locale, localPath } from "~/platform/locale/locale";

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

/**
 * Null if the key is wrong, revoked, or the technician left. `language`: of the technician's account; without one that of
 * the office, which made the link.
 */
export async function findTechnicianByCalendarKey(
  ctx: Ctx,
  config: Pick<Config, "secret">,
  technicianId: string,
  key: string,
): Promise<{ id: string; name: string; language: Locale } | null> {
  const row = await ctx.db
    .selectFrom("technicians")
    .select(["id", "name", "calendarSeed"])
    .select(sql<string | null>`language_of_user(user_id)`.as("language"))
    .where("id", "=", technicianId)
    .where("active", "=", true)
    .executeTakeFirst();
  if (!row?.calendarSeed) return null;
  const { id, name, calendarSeed: seed } = row;
  if (!isSignedKey(config.secret, "calendar", keyed({ id, seed }), key)) return null;
  return { id, name, language: isLocale(row.language) ? row.language : currentLocale() };
}

function keyed({ id, seed }: { id: string; seed: string }): string {
  return `${id}:${seed}`;
}
