import { randomUUID } from "node:crypto";
import { type Generated, type JSONColumnType, sql } from "kysely";
import type { Ctx } from "./context";
import { emit } from "./events.server";
import { log } from "./log.server";
import { type Attachment, MailRefused, SEND_TIMEOUT_MS } from "./mail-transport.server";
import type { Reaction } from "./reaction.server";

interface MailRow {
  id: string;
  kind: string;
  trail_id: number | null;
  recipient: string;
  reply_to: string | null;
  sender_name: string;
  subject: string;
  html: string;
  plain: string;
  attachments: JSONColumnType<Attachment[]>;
  state: Generated<"queued" | "sent" | "failed">;
  attempts: Generated<number>;
  last_error: string | null;
  secret: Generated<boolean>;
  created_at: Date;
  sent_at: Date | null;
}

declare module "~/platform/database/tables" {
  interface Tables {
    mails: MailRow;
  }
}

declare module "~/platform/events" {
  interface Events {
    "mail.queued": { kind: string };
  }
}

export interface NewMail {
  /** Which mail it is, such as `booking-received`. */
  kind: string;
  /** The entry of the trail that it tells of; with kind and recipient it names the mail, which exists once. */
  trailId: number | null;
  recipient: string;
  replyTo: string | null;
  senderName: string;
  subject: string;
  html: string;
  plain: string;
  attachments?: Attachment[];
  /** It carries a link that only its reader may have: its text is forgotten once it is sent or given up. */
  secret?: boolean;
}

/**
 * Queues a mail in the caller's transaction: it goes out exactly when that commits, sent by the worker. What was
 * queued before for the same entry of the trail, kind and recipient is left as it is.
 */
export async function queueMail(ctx: Ctx, mail: NewMail): Promise<void> {
  const row = await ctx.db
    .insertInto("mails")
    .values({
      id: randomUUID(),
      kind: mail.kind,
      trail_id: mail.trailId,
      recipient: mail.recipient,
      reply_to: mail.replyTo,
      sender_name: mail.senderName,
      subject: oneLine(mail.subject),
      html: mail.html,
      plain: mail.plain,
      attachments: JSON.stringify(mail.attachments ?? []),
      secret: mail.secret ?? false,
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(["trail_id", "kind", "recipient"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row) await emit(ctx, "mail.queued", row.id, { kind: mail.kind });
}

/**
 * Queues a failed mail again, in the caller's transaction. False when there is none that failed, or nothing of it is left
 * to send.
 */
export async function requeueMail(ctx: Ctx, mailId: string): Promise<boolean> {
  const row = await ctx.db
    .updateTable("mails")
    .set({ state: "queued", attempts: 0 })
    .where("id", "=", mailId)
    .where("state", "=", "failed")
    .where("secret", "=", false)
    .returning("kind")
    .executeTakeFirst();
  if (row) await emit(ctx, "mail.queued", mailId, { kind: row.kind });
  return row !== undefined;
}

/** A subject has no second line: whatever stood there would become a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/**
 * Sends a queued mail. The row stays locked from before it is sent until "sent" commits, so no two workers send it;
 * a kill in between leaves it queued. Files make that exact. Of SMTP no protocol can: see
 * docs/decisions/0005-events-and-mail.md.
 */
export const sendMail: Reaction<"mail.queued"> = {
  name: "send",
  lane: "network",

  async run(ctx, event, { mail: transport, attempt }) {
    // Sending may take longer than an idle transaction is given elsewhere.
    const limit = sql.lit(`${SEND_TIMEOUT_MS + 30_000}ms`);
    await sql`SET LOCAL idle_in_transaction_session_timeout = ${limit}`.execute(ctx.db);
    const row = await ctx.db
      .selectFrom("mails")
      .selectAll()
      .where("id", "=", event.subjectId)
      .forUpdate()
      .executeTakeFirst();
    if (row?.state !== "queued") return;
    if (row.attempts < attempt - 1 && transport.kind === "smtp") {
      log.warn("A try to send a mail was cut off; it may arrive twice, under one Message-ID", {
        mailId: row.id,
      });
    }
    await transport.send({
      id: row.id,
      recipient: row.recipient,
      replyTo: row.reply_to,
      senderName: row.sender_name,
      subject: row.subject,
      html: row.html,
      plain: row.plain,
      attachments: row.attachments,
      createdAt: row.created_at,
    });
    await ctx.db
      .updateTable("mails")
      .set({
        state: "sent",
        attempts: attempt,
        sent_at: new Date(),
        last_error: null,
        ...(row.secret ? { html: "", plain: "" } : {}),
      })
      .where("id", "=", row.id)
      .execute();
  },

  async failed(ctx, event, error, { attempt, last }) {
    const giveUp = last || error instanceof MailRefused;
    await ctx.db
      .updateTable("mails")
      .set((eb) => ({
        attempts: attempt,
        last_error: error instanceof Error ? error.message : String(error),
        ...(giveUp
          ? {
              state: "failed" as const,
              html: eb.case().when("secret", "=", true).then("").else(eb.ref("html")).end(),
              plain: eb.case().when("secret", "=", true).then("").else(eb.ref("plain")).end(),
            }
          : {}),
      }))
      .where("id", "=", event.subjectId)
      .where("state", "=", "queued")
      .execute();
    return giveUp;
  },
};
