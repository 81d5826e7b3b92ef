import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { anyOf } from "./any-of.server";
import type { Config } from "./config.server";
import type { Ctx } from "./context";
import { FORGOTTEN_MAIL } from "./mail.server";
import { mailFolder } from "./mail-transport.server";

/** Removes the files of mails that are forgotten: too old, or their reader is. */
export async function forgetMailFiles(ctx: Ctx, config: Pick<Config, "dataDir">): Promise<void> {
  const folder = mailFolder(config);
  const names = await readdir(folder).catch(() => []);
  const ids = names.flatMap((name) => /^([0-9a-f-]{36})\.eml$/.exec(name)?.[1] ?? []);
  const known = await ctx.db
    .selectFrom("mails")
    .select("id")
    .where("id", "=", anyOf(ids))
    .where("subject", "!=", FORGOTTEN_MAIL.subject)
    .execute();
  const kept = new Set(known.map(({ id }) => id));
  for (const id of ids) if (!kept.has(id)) await rm(join(folder, `${id}.eml`), { force: true });
}
