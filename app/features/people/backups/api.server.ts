import * as z from "zod/mini";
import { fileResponse } from "~/platform/http/download.server";
import { bytes, endpoints, get, post } from "~/platform/http/endpoint.server";
import { codeLine } from "~/platform/text/sanitize-text";
import { releaseAfterRestore, requestBackup } from "./commands.server";
import { findArchive, getBackupState, getBackups, getOutboundPause } from "./queries.server";
import { backupState, backupsView, outboundPauseView } from "./views";

const number = z.nullable(z.string().check(codeLine(), z.maxLength(20)));

export const backupsApi = endpoints("backup", [
  get("/admin/backups", {
    may: "backups.manage",
    summary: "Backups, their results and the progress of the running one",
    answer: backupsView,
    run: (ctx, _, c) => getBackups(ctx, c.get("config")),
  }),
  post("/admin/backups", {
    may: "backups.manage",
    summary: "Start a backup",
    answer: backupsView,
    run: (ctx, _, c) => requestBackup(ctx, "office", c.get("config").backupPassphrase !== undefined),
    refuses: ["backup-not-set-up", "backup-running"],
    reply: (ctx, _, __, c) => getBackups(ctx, c.get("config")),
  }),
  get("/admin/backups/{id}/archive", {
    may: "backups.manage",
    summary: "Download a backup, encrypted with the passphrase",
    answer: bytes("application/octet-stream", "Compressed tar archive, encrypted with age"),
    async run(ctx, { id }, c) {
      const archive = await findArchive(ctx, c.get("config"), id);
      return archive && fileResponse(archive.file, archive.name);
    },
  }),
  get("/admin/backups/state", {
    may: "backups.manage",
    summary: "Backup status",
    answer: backupState,
    run: (ctx, _, c) => getBackupState(ctx, c.get("config")),
  }),
  get("/admin/restore", {
    may: "office.enter",
    summary: "What awaits release after a restore",
    answer: outboundPauseView,
    run: (ctx) => getOutboundPause(ctx),
  }),
  post("/admin/restore/release", {
    operationId: "releaseRestoredEmails",
    may: "backups.manage",
    summary: "Release emails after a restore",
    description:
      "Numbers up to the given ones are not used again. Waiting emails that were sent before the restore are not sent again.",
    body: z.object({ lastInvoice: number, lastCreditNote: number, mails: z.enum(["send", "drop"]) }),
    answer: outboundPauseView,
    run: (ctx, release) => releaseAfterRestore(ctx, release),
    refuses: ["not-paused", "number-unknown"],
    reply: (ctx) => getOutboundPause(ctx),
  }),
]);
