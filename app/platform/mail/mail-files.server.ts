import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.server";
import type { Ctx } from "../context";
import { addMinutes } from "../time";
import { mailFolder } from "./mail-transport.server";
import "./mail.server";

/** Covers mails that were being sent during their erasure. */
const SEARCH_WINDOW_MIN = 24 * 60;

export async function purgeMailFiles(ctx: Ctx, config: Pick<Config, "dataDir">): Promise<void> {
  const folder = mailFolder(config);
  const erased = await ctx.db.selectFrom("erasedMails").select("mailId").execute();
  for (const { mailId: id } of erased) await rm(join(folder, `${id}.eml`), { force: true });
  await ctx.db
    .deleteFrom("erasedMails")
    .where("erasedAt", "<", addMinutes(ctx.now, -SEARCH_WINDOW_MIN))
    .execute();
}
