import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { discardQueuedMails, markMailsSentBeforeRestore } from "~/platform/jobs/outbound-pause.server";
import { endRestoredMessages } from "~/platform/messaging/messages.server";
import { type LastNumber, parseNumber, type Series } from "./backup";
import { raiseNumbers } from "./raise-numbers.server";

/** `isConfigured`: a passphrase exists. */
export const requestBackup = command(
  "backups.manage",
  async function requestBackup(ctx, origin: "office" | "command", isConfigured: boolean) {
    if (!isConfigured) return refuse("backup-not-set-up");
    const request = await ctx.db
      .insertInto("backups")
      .values({ origin, requestedAt: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!request) return refuse("backup-running");
    await emit(ctx, "backup.requested", request.id, { origin });
    return { ok: true, id: request.id };
  },
);

export interface Release {
  /** Last issued numbers, such as INV-2026-000130; null if the data is complete. */
  lastInvoice: string | null;
  lastCreditNote: string | null;
  /** Emails sent before the restore are never sent again. */
  mails: "send" | "drop";
}

export const releaseAfterRestore = command(
  "backups.manage",
  async function releaseAfterRestore(ctx, release: Release) {
    const restored = await ctx.db
      .selectFrom("restores")
      .select(["id", "restoredAt"])
      .where("releasedAt", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!restored) return refuse("not-paused");
    const numbers: LastNumber[] = [];
    const typed: ["lastInvoice" | "lastCreditNote", Series][] = [
      ["lastInvoice", "INV"],
      ["lastCreditNote", "CN"],
    ];
    for (const [field, kind] of typed) {
      const text = release[field]?.trim();
      if (!text) continue;
      const number = parseNumber(text);
      if (number?.kind !== kind) return refuse("number-unknown", { field });
      numbers.push(number);
    }
    await raiseNumbers(ctx, numbers);
    const sentBefore = await markMailsSentBeforeRestore(ctx, restored.restoredAt);
    const dropped = release.mails === "drop" ? await discardQueuedMails(ctx) : 0;
    const { restoredAt } = restored;
    await endRestoredMessages(ctx, { restoredAt, all: release.mails === "drop" });
    await ctx.db.updateTable("restores").set({ releasedAt: ctx.now }).where("id", "=", restored.id).execute();
    await ctx.db.deleteFrom("mailsSentBeforeRestore").execute();
    await emit(ctx, "restore.released", null, { dropped, sentBefore });
    return { ok: true };
  },
);
