import { type Kysely, sql } from "kysely";
import { system } from "~/platform/auth/actor";
import type { Config } from "~/platform/config.server";
import type { Tables } from "~/platform/database/tables";
import type { FileStore } from "~/platform/files/file-store.server";
import { isOutboundActive } from "~/platform/jobs/outbound-pause.server";
import {
  backoffMs,
  type Claimed,
  defineQueue,
  dueIn,
  type QueueRunner,
  runQueue,
} from "~/platform/jobs/queue.server";
import type { Live } from "~/platform/live/live.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { log } from "~/platform/log.server";
import { fetchWhatsappMedia } from "~/platform/messaging/providers/whatsapp.server";
import { saveReceivedFile } from "./receive.server";

type Db = Kysely<Tables>;
type WaitingFile = Claimed<"conversationFiles">;

const CONCURRENCY = 3;
/** Longer than two requests and the redrawing of a picture. */
const LEASE_MS = 120_000;
const STOP_MS = 5_000;
/** With the pauses of `backoffMs` about an hour; Meta deletes a file after 30 days. */
const MAX_ATTEMPTS = 12;
const MAX_BYTES = 16 * 1024 * 1024;

const queue = defineQueue({
  table: "conversationFiles",
  running: "fetching",
  condition: isOutboundActive,
});

interface Tools {
  db: Db;
  config: Pick<Config, "whatsapp">;
  files: FileStore;
}

/** Fetches the files of received WhatsApp messages. */
export function startFileFetcher({ live, ...tools }: Tools & { live: Live }): QueueRunner {
  return runQueue({
    claim: (max) => queue.claim(tools.db, max, LEASE_MS),
    run: (file) => fetchFile(tools, file),
    concurrency: CONCURRENCY,
    wakeOn: { live, topic: "inbox" },
    stopMs: STOP_MS,
  });
}

/** Fetches all due files. Returns their number. */
export async function fetchDueFiles(tools: Tools): Promise<number> {
  const claimed = await queue.claim(tools.db, CONCURRENCY, LEASE_MS);
  for (const file of claimed) await fetchFile(tools, file);
  return claimed.length;
}

async function fetchFile({ db, config, files }: Tools, row: WaitingFile): Promise<void> {
  const { whatsapp } = config;
  const end = (state: "missing" | "unsupported", lastError: string) =>
    queue.update(db, row, { state, dueAt: null, lastError });
  if (!whatsapp || !row.mediaId) {
    await end("missing", "WhatsApp is not configured");
    return;
  }
  try {
    const bytes = await fetchWhatsappMedia(whatsapp, row.mediaId, MAX_BYTES);
    if (!bytes) {
      await end("missing", "WhatsApp has no such file, or it is too large");
      return;
    }
    const ctx = { actor: system, db, now: new Date(), requestId: "inbox", locale: DEFAULT_LOCALE };
    const fileId = await saveReceivedFile(ctx, files, { contentType: row.contentType, bytes });
    if (!fileId) {
      await end("unsupported", "Neither a picture nor a PDF");
      return;
    }
    await db.transaction().execute(async (transaction) => {
      const isOwn = await queue.update(transaction, row, { state: "stored", dueAt: null, fileId });
      // Without an owner the file is removed after a day.
      if (!isOwn) return;
      await transaction
        .updateTable("files")
        .set({ ownerId: ownerOf(row.messageId) })
        .where("id", "=", fileId)
        .execute();
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (row.attempts < MAX_ATTEMPTS) {
      await queue.update(db, row, {
        state: "waiting",
        dueAt: dueIn(backoffMs(row.attempts)),
        lastError: reason,
      });
      return;
    }
    log.warn("received-file-missing", "A file of a received message could not be fetched", {
      error,
      fileId: row.id,
    });
    await end("missing", reason);
  }
}

const ownerOf = (messageId: string) =>
  sql<string>`(SELECT conversation_id FROM conversation_messages WHERE id = ${messageId})`;
