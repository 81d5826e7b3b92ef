import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { discardQueuedMails, markMailsSentBeforeRestore } from "~/platform/jobs/outbound-pause.server";
import { type LastNumber, readNumber, type Series } from "./backup";
import { raiseNumbers } from "./raise-numbers.server";
import "~/platform/table";
import "./table";

/** Asks for a backup: the worker makes it within seconds. `setUp`: whether there is a passphrase. */
export const askForBackup = command(
  "backups.manage",
  async (ctx, origin: "office" | "command", setUp: boolean) => {
    if (!setUp) return refuse("backup-not-set-up");
    const asked = await ctx.db
      .insertInto("backups")
      .values({ origin, asked_at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!asked) return refuse("backup-under-way");
    await emit(ctx, "backup.asked", asked.id, { origin });
    return { ok: true, id: asked.id };
  },
);

export interface Release {
  /** The last ones that somebody knows to have been given, as INV-2026-000130; null: none beyond those that are known here. */
  lastInvoice: string | null;
  lastCreditNote: string | null;
  /** Whether the mails that wait go out. Those that went out before the restore never do. */
  mails: "send" | "drop";
}

/** Lets mails go out again after a restore, and raises the counters above what was given elsewhere. */
export const releaseAfterRestore = command("backups.manage", async (ctx, release: Release) => {
  const restored = await ctx.db
    .selectFrom("restores")
    .select(["id", "restored_at"])
    .where("released_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!restored) return refuse("nothing-held");
  const numbers: LastNumber[] = [];
  const typed: ["lastInvoice" | "lastCreditNote", Series][] = [
    ["lastInvoice", "INV"],
    ["lastCreditNote", "CN"],
  ];
  for (const [field, kind] of typed) {
    const text = release[field]?.trim();
    if (!text) continue;
    const number = readNumber(text);
    if (number?.kind !== kind) return refuse("number-unknown", { field });
    numbers.push(number);
  }
  await raiseNumbers(ctx, numbers);
  const sentBefore = await markMailsSentBeforeRestore(ctx, restored.restored_at);
  const dropped = release.mails === "drop" ? await discardQueuedMails(ctx) : 0;
  await ctx.db.updateTable("restores").set({ released_at: ctx.now }).where("id", "=", restored.id).execute();
  await ctx.db.deleteFrom("mails_sent_before_restore").execute();
  await emit(ctx, "restore.released", null, { dropped, sentBefore });
  return { ok: true };
});
