import { randomInt } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Config } from "../config.server";
import type { Tables } from "../database/tables";
import type { Auth } from "./auth.server";
import "./auth-table";

const DEFAULT_EMAIL = "admin@example.com";

/**
 * Makes the first admin when there is none: the configured one, or one whose password is made up and told once.
 * Processes that start together take turns, so there is one first admin, and one line that tells of it.
 */
export async function ensureFirstAdmin({
  db,
  auth,
  config,
  log,
}: {
  db: Kysely<Tables>;
  auth: Auth;
  config: Pick<Config, "admin" | "publicUrl">;
  log: (line: string) => void;
}): Promise<void> {
  const { password: passwords } = await auth.$context;
  await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('first admin'))`.execute(trx);
    const known = await trx.selectFrom("users").select("id").where("role", "=", "admin").executeTakeFirst();
    if (known) return;
    const email = config.admin?.email ?? DEFAULT_EMAIL;
    const password = config.admin?.password ?? makePassword();
    // Not through better-auth's createUser, which works in another transaction: a process that died between its two
    // inserts would leave an admin without a password, and no second chance to get one.
    const { id } = await trx
      .insertInto("users")
      .values({ name: "Admin", email, email_verified: true, role: "admin" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("accounts")
      .values({
        user_id: id,
        provider_id: "credential",
        account_id: id,
        password: await passwords.hash(password),
      })
      .execute();
    // Told before the commit: a line too many, after a crash, can be told again; a password nobody saw cannot.
    if (!config.admin)
      log(`First admin: sign in at ${config.publicUrl}/auth as ${email} with password ${password}`);
  });
}

/** 20 characters out of 31 that nobody mistakes for one another: 99 bits. */
function makePassword(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return Array.from({ length: 4 }, group).join("-");
}
