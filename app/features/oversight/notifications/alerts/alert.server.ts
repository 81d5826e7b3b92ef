import { sql } from "kysely";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { EventType } from "~/platform/events/events";
import type { Reaction, ReactionTools, RecordedEvent } from "~/platform/events/reaction.server";
import type { Message, Sender } from "~/platform/messaging/message";
import { queueEmail } from "~/platform/messaging/queue-email.server";

/*
 * Emails whose number strangers decide: the first of a stream is sent at once, later ones of the same interval
 * together (docs/decisions/0101-combined-alerts.md).
 */

/** An email about one record, in the current language. */
export interface Alert {
  recipient: string;
  replyTo: string | null;
  sender: Sender;
  message: Message;
  /** Distinguishes recipients and groups of a kind of email. Contains no personal data. */
  stream: string;
  /** Page of the record; null if the recipient has none. */
  url: string | null;
  /** Page that lists such records; null if the recipient has none. */
  listUrl: string | null;
}

export interface AlertReaction<Type extends EventType> extends Reaction<Type> {
  /** Emails about the event that are true now. `use` runs in the recipient's language. */
  write(
    ctx: Ctx,
    event: RecordedEvent<Type>,
    tools: ReactionTools,
    use: (alert: Alert) => Promise<void> | void,
  ): Promise<void>;
}

/** A reaction whose emails are combined. */
export function alertReaction<Type extends EventType>(
  kind: string,
  write: AlertReaction<Type>["write"],
): AlertReaction<Type> {
  return {
    name: kind,
    write,
    run: (ctx, event, tools) =>
      write(ctx, event, tools, async (alert) => {
        if (await mayBeSentNow(ctx, tools.config, streamOf(kind, alert), event.id))
          await queueAlert(ctx, { kind, trailId: event.id, alert });
      }),
  };
}

export function streamOf(kind: string, { stream }: Pick<Alert, "stream">): string {
  return `${kind} ${stream}`;
}

export function queueAlert(
  ctx: Ctx,
  { kind, trailId, alert }: { kind: string; trailId: number; alert: Alert },
): Promise<void> {
  const { recipient, replyTo, sender, message } = alert;
  return queueEmail(ctx, { kind, trailId, recipient, replyTo, sender, message });
}

/**
 * Otherwise the event waits for the next email of the stream. The row of the stream is locked until the commit,
 * so that concurrent workers send one email.
 */
async function mayBeSentNow(
  ctx: Ctx,
  { alertIntervalMs }: Pick<Config, "alertIntervalMs">,
  stream: string,
  trailId: number,
): Promise<boolean> {
  if (alertIntervalMs === 0) return true;
  // Events behind waiting ones wait as well, so that the oldest is sent first.
  const started = await ctx.db
    .insertInto("alertStreams")
    .values({ stream, lastMailAt: sql`clock_timestamp()` })
    .onConflict((conflict) =>
      conflict
        .column("stream")
        .doUpdateSet({ lastMailAt: sql`clock_timestamp()` })
        .where(isIntervalOver(alertIntervalMs))
        .where(sql<boolean>`NOT EXISTS (SELECT FROM pending_alerts WHERE stream = excluded.stream)`),
    )
    .returning("stream")
    .executeTakeFirst();
  if (started) return true;
  await ctx.db
    .insertInto("pendingAlerts")
    .values({ stream, trailId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return false;
}

/** By the database clock, because workers' clocks differ. */
export function isIntervalOver(intervalMs: number) {
  return sql<boolean>`alert_streams.last_mail_at <= clock_timestamp() - ${intervalMs} * interval '1 millisecond'`;
}
