import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.server";
import type { Ctx } from "../context";
import { addMinutes } from "../time";
import { mailFolder } from "./mail-transport.server";
import "./mail.server";

/** A mail that was on its way when it was forgotten is a file a moment later. */
const LOOKED_FOR_MIN = 24 * 60;

/**
 * Removes the files of mails that are forgotten: too old, or their reader is. The database notes which; whatever else is in
 * the folder is left alone.
 */
export async function purgeMailFiles(ctx: Ctx, config: Pick<Config, "dataDir">): Promise<void> {
  const folder = mailFolder(config);
  const forgotten = await ctx.db.selectFrom("forgotten_mails").select("mail_id").execute();
  for (const { mail_id: id } of forgotten) await rm(join(folder, `${id}.eml`), { force: true });
  await ctx.db.deleteFrom("forgotten_mails").where("at", "<", addMinutes(ctx.now, -LOOKED_FOR_MIN)).execute();
}
