import { randomInt } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Config } from "../config.server";
import type { Tables } from "../database/tables";
import type { Auth } from "./auth.server";

const DEFAULT_EMAIL = "admin@example.com";

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
    const existing = await trx
      .selectFrom("users")
      .select("id")
      .where("role", "=", "admin")
      .executeTakeFirst();
    if (existing) return;
    const email = config.admin?.email ?? DEFAULT_EMAIL;
    const password = config.admin?.password ?? generatePassword();
    // Avoids better-auth's createUser: a crash between its two inserts would leave an admin without a
    // password.
    const { id } = await trx
      .insertInto("users")
      .values({ name: "Admin", email, emailVerified: true, role: "admin" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("accounts")
      .values({
        userId: id,
        providerId: "credential",
        accountId: id,
        password: await passwords.hash(password),
      })
      .execute();
    // Logged before the commit, otherwise a crash could lose a committed password.
    if (!config.admin)
      log(`First admin: sign in at ${config.publicUrl}/auth as ${email} with password ${password}`);
  });
}

function generatePassword(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return Array.from({ length: 4 }, group).join("-");
}
