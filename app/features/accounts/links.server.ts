import { isSignedKey, signedKey } from "~/platform/auth/links/signed-key.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { localPath } from "~/platform/locale/locale";
import { addMinutes } from "~/platform/time";
import { type LinkPurpose, linkLifetimeMin } from "./account";
import "./table";

/**
 * Mailed links work once and not for long. What stands in one is `<id>.<key>`: the key is derived from the product's
 * secret, so the database alone makes no link. They stand behind the # of an address, which no server or proxy logs.
 */

export interface AccountLink {
  id: string;
  userId: string;
  email: string;
  previousEmail: string | null;
}

const pages: Record<LinkPurpose, string> = {
  "confirm-email": "/auth#confirm=",
  "reset-password": "/auth#reset=",
  "change-email": "/user-settings#email=",
  // Who is invited chooses a first password as others choose a new one.
  invitation: "/auth#reset=",
};

/** Makes a link in the caller's transaction; its id. */
export async function makeLink(
  ctx: Ctx,
  link: { purpose: LinkPurpose; userId: string; email: string; previousEmail?: string },
): Promise<string> {
  const { id } = await ctx.db
    .insertInto("account_links")
    .values({
      purpose: link.purpose,
      user_id: link.userId,
      email: link.email,
      previous_email: link.previousEmail ?? null,
      created_at: ctx.now,
      expires_at: addMinutes(ctx.now, linkLifetimeMin[link.purpose]),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The address that is mailed. */
export function linkUrl(
  config: Pick<Config, "publicUrl" | "secret">,
  { purpose, id }: { purpose: LinkPurpose; id: string },
): string {
  return `${config.publicUrl}${localPath(pages[purpose])}${id}.${signedKey(config.secret, "account-link", id)}`;
}

/** Whose account a mailed link is of, for what their password must not be; null for one that is made up or used. */
export async function ownerOfLink(
  ctx: Ctx,
  config: Pick<Config, "secret">,
  token: string,
): Promise<{ name: string; email: string } | null> {
  const id = readLink(config, token);
  if (!id) return null;
  const owner = await ctx.db
    .selectFrom("account_links")
    .innerJoin("users", "users.id", "account_links.user_id")
    .select(["users.name", "users.email"])
    .where("account_links.id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return owner ?? null;
}

/** The id in a link; null for one that we did not make. */
function readLink({ secret }: Pick<Config, "secret">, token: string): string | null {
  const [id = "", key = ""] = token.split(".");
  return /^[\da-f-]{36}$/.test(id) && isSignedKey(secret, "account-link", id, key) ? id : null;
}

/** Uses a link up in the caller's transaction. Null for one that is made up, used, too old or for something else. */
export async function spendLink(
  ctx: Ctx,
  config: Pick<Config, "secret">,
  purposes: LinkPurpose | LinkPurpose[],
  token: string,
): Promise<AccountLink | null> {
  const id = readLink(config, token);
  if (!id) return null;
  const row = await ctx.db
    .updateTable("account_links")
    .set({ used_at: ctx.now })
    .where("id", "=", id)
    .where("purpose", "in", [purposes].flat())
    .where("used_at", "is", null)
    .where("expires_at", ">", ctx.now)
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  return { id: row.id, userId: row.user_id, email: row.email, previousEmail: row.previous_email };
}

/** Removes links that can no longer be used; one that changed an email is kept for as long as its mail may be late. */
export async function forgetLinks(ctx: Ctx): Promise<void> {
  await ctx.db
    .deleteFrom("account_links")
    .where("expires_at", "<=", addMinutes(ctx.now, -3 * 24 * 60))
    .execute();
}
