import { isSignedKey, signedKey } from "~/platform/auth/links/signed-key.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { localPath } from "~/platform/locale/locale";
import { addMinutes } from "~/platform/time";
import { type LinkPurpose, linkLifetimeMin } from "./account";

/**
 * Short-lived, single-use emailed links. A token is `<id>.<key>`, with the key derived from the product's
 * secret, so that the database alone reveals no link. It stands in the fragment, which servers and proxies
 * never log.
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
  // Invited users choose their first password on the reset page.
  invitation: "/auth#reset=",
};

/** Creates a link in the caller's transaction; returns its id. */
export async function makeLink(
  ctx: Ctx,
  link: { purpose: LinkPurpose; userId: string; email: string; previousEmail?: string },
): Promise<string> {
  const { id } = await ctx.db
    .insertInto("accountLinks")
    .values({
      purpose: link.purpose,
      userId: link.userId,
      email: link.email,
      previousEmail: link.previousEmail ?? null,
      createdAt: ctx.now,
      expiresAt: addMinutes(ctx.now, linkLifetimeMin[link.purpose]),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** URL that is sent by email. */
export function linkUrl(
  config: Pick<Config, "publicUrl" | "secret">,
  { purpose, id }: { purpose: LinkPurpose; id: string },
): string {
  return `${config.publicUrl}${localPath(pages[purpose])}${id}.${signedKey(config.secret, "account-link", id)}`;
}

/** Account of a link, to check the new password against its names; null if forged or used. */
export async function ownerOfLink(
  ctx: Ctx,
  config: Pick<Config, "secret">,
  token: string,
): Promise<{ name: string; email: string } | null> {
  const id = readLink(config, token);
  if (!id) return null;
  const owner = await ctx.db
    .selectFrom("accountLinks")
    .innerJoin("users", "users.id", "accountLinks.userId")
    .select(["users.name", "users.email"])
    .where("accountLinks.id", "=", id)
    .where("usedAt", "is", null)
    .executeTakeFirst();
  return owner ?? null;
}

/** Id in a token; null if forged. */
function readLink({ secret }: Pick<Config, "secret">, token: string): string | null {
  const [id = "", key = ""] = token.split(".");
  return /^[\da-f-]{36}$/.test(id) && isSignedKey(secret, "account-link", id, key) ? id : null;
}

/** Consumes a link in the caller's transaction. Null if forged, used, expired or of another purpose. */
export async function consumeLink(
  ctx: Ctx,
  config: Pick<Config, "secret">,
  purposes: LinkPurpose | LinkPurpose[],
  token: string,
): Promise<AccountLink | null> {
  const id = readLink(config, token);
  if (!id) return null;
  const row = await ctx.db
    .updateTable("accountLinks")
    .set({ usedAt: ctx.now })
    .where("id", "=", id)
    .where("purpose", "in", [purposes].flat())
    .where("usedAt", "is", null)
    .where("expiresAt", ">", ctx.now)
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  return { id: row.id, userId: row.userId, email: row.email, previousEmail: row.previousEmail };
}

/** Purges expired links; a used email change stays while its email may be delayed. */
export async function purgeLinks(ctx: Ctx): Promise<void> {
  await ctx.db
    .deleteFrom("accountLinks")
    .where("expiresAt", "<=", addMinutes(ctx.now, -3 * 24 * 60))
    .execute();
}
