import { type Insertable, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import type { FileStore } from "~/platform/files/file-store.server";
import { saveFile } from "~/platform/files/files.server";
import { redrawPicture } from "~/platform/files/pictures.server";
import type { ReceivedFile, ReceiveMessage } from "~/platform/messaging/channel";
import { normalizePhone } from "~/platform/text/phone-input";
import { normalizeText } from "~/platform/text/sanitize-text";
import { continueBookingFlow } from "./booking/continue-flow.server";
import { type ConversationChannel, MAX_TEXT_LENGTH } from "./conversation";
import { findOrCreateConversation } from "./find-conversation.server";

/** Longest name of a sender. */
const MAX_NAME_LENGTH = 100;
const MAX_FILE_NAME_LENGTH = 200;
/** Longer texts are no answers to the booking flow. */
const MAX_ANSWER_LENGTH = 300;

/** The first message of an address starts a conversation; a known address continues that of its customer. */
export const receiveMessage: ReceiveMessage = async (
  ctx,
  { files: store, config },
  message,
  claim = async () => true,
) => {
  const { provider, providerId, channel, files, location } = message;
  const from = channel === "email" ? message.from : normalizePhone(message.from);
  if (!from || (await isKnown(ctx, provider, providerId))) {
    await claim(ctx);
    return;
  }
  const stored = await Promise.all(files.map((file) => storeFile(ctx, store, file)));
  await inTransaction(ctx, async (ctx) => {
    if (!(await claim(ctx))) return;
    const [phone, email] = channel === "email" ? [null, from] : [from, null];
    const conversationId = await findOrCreateConversation(ctx, {
      ...{ name: cut(message.name ?? "", MAX_NAME_LENGTH) || from, phone, email },
    });
    const at = earliest(message.at, ctx.now);
    const row = await ctx.db
      .insertInto("conversationMessages")
      .values({
        ...{ conversationId, direction: "received", channel, address: from, provider, providerId },
        text: cut(message.text, MAX_TEXT_LENGTH),
        location: location ? JSON.stringify(location) : null,
        sentAt: at,
      })
      .onConflict((conflict) => conflict.columns(["provider", "providerId"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!row) return;
    for (const file of stored) {
      await ctx.db
        .insertInto("conversationFiles")
        .values({ ...file, messageId: row.id })
        .execute();
      if (file.fileId)
        await ctx.db
          .updateTable("files")
          .set({ ownerId: conversationId })
          .where("id", "=", file.fileId)
          .execute();
    }
    const isAnswered =
      channel === "whatsapp" &&
      (await continueBookingFlow(ctx, config, {
        ...{
          conversationId,
          phone: from,
          profileName: message.name,
          text: message.text.slice(0, MAX_ANSWER_LENGTH),
        },
        ...{ choice: message.choice ?? null, location: location ?? null, at },
      }));
    await noteReceived(ctx, conversationId, { channel, at, isAnswered });
  });
};

/** A received message opens the conversation again, unless the booking flow has answered it. */
export async function noteReceived(
  ctx: Ctx,
  conversationId: string,
  { channel, at, isAnswered = false }: { channel: ConversationChannel; at: Date; isAnswered?: boolean },
): Promise<void> {
  await ctx.db
    .updateTable("conversations")
    .set({
      ...(!isAnswered && { state: "open", snoozedUntil: null, unreadCount: sql`unread_count + 1` }),
      lastMessageAt: sql`greatest(last_message_at, ${at}::timestamptz)`,
    })
    .where("id", "=", conversationId)
    .execute();
  await emit(ctx, "inbox.message-received", conversationId, { channel });
}

/** Providers repeat notifications, whose files need not be stored again. */
async function isKnown(ctx: Ctx, provider: string, providerId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("conversationMessages")
    .select("id")
    .where("provider", "=", provider)
    .where("providerId", "=", providerId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Row of the file. Attachments of emails come with their content, others wait until a worker fetches them. */
async function storeFile(
  ctx: Ctx,
  store: FileStore,
  file: ReceivedFile,
): Promise<Omit<Insertable<Tables["conversationFiles"]>, "messageId">> {
  const { contentType } = file;
  const fileName = file.fileName && cut(file.fileName, MAX_FILE_NAME_LENGTH);
  const ended = { dueAt: null, mediaId: null, contentType, fileName };
  if ("mediaId" in file) {
    return isStorable(contentType)
      ? { mediaId: file.mediaId, contentType, fileName }
      : { ...ended, mediaId: file.mediaId, state: "unsupported" as const };
  }
  const fileId = await saveReceivedFile(ctx, store, { contentType, bytes: file.bytes });
  return fileId
    ? { ...ended, state: "stored" as const, fileId }
    : { ...ended, state: "unsupported" as const };
}

export const CONVERSATION_FILE = "conversation-file";

export function isStorable(contentType: string): boolean {
  return contentType.startsWith("image/") || contentType.split(";")[0] === "application/pdf";
}

/** Stores a picture, redrawn like uploads, or a PDF. Null for other content. */
export async function saveReceivedFile(
  ctx: Ctx,
  store: FileStore,
  { contentType, bytes }: { contentType: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<string | null> {
  if (!isStorable(contentType)) return null;
  if (contentType.startsWith("image/")) {
    const redrawn = await redrawPicture(bytes, "conversations");
    return redrawn.ok ? saveFile(ctx, store, { kind: CONVERSATION_FILE, ...redrawn.picture }) : null;
  }
  const isPdf = new TextDecoder("latin1").decode(bytes.subarray(0, 5)) === "%PDF-";
  return isPdf
    ? saveFile(ctx, store, { kind: CONVERSATION_FILE, contentType: "application/pdf", bytes })
    : null;
}

function cut(text: string, length: number): string {
  return normalizeText(text.replaceAll("\0", "")).trim().slice(0, length).toWellFormed();
}

function earliest(one: Date, other: Date): Date {
  return Number.isNaN(one.getTime()) || one > other ? other : one;
}
